/** Maps numbers to positions, with readable ticks. */
import { ticks } from "../../../shared/ticks";

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Covers all values and zero. */
export function scaleOf(values: readonly number[], wanted = 5): Scale {
  const found = ticks(Math.min(0, ...values), Math.max(0, ...values), wanted);
  return { low: found[0] ?? 0, high: found.at(-1) ?? 1, ticks: found };
}

export const at = (scale: Scale, value: number, length: number): number =>
  ((value - scale.low) / (scale.high - scale.low)) * length;
