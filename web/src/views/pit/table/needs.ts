/** What the float of a chip table still needs. */
import { valuesOf } from "../../../chips/pile";
import type { ChipsSeen } from "../../../wire";

/** Values with the numbers not requested yet, the largest first. */
export function missing({ fill, slips }: Pick<ChipsSeen, "fill" | "slips">): [value: number, count: number][] {
  const coming = (value: number) => slips.reduce((sum, slip) => sum + (slip.kind === "fill" ? (slip.chips[String(value)] ?? 0) : 0), 0);
  return valuesOf(fill).map(([value, count]): [number, number] => [value, count - coming(value)]).filter(([, count]) => count > 0);
}
