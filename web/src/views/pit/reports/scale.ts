/** Maps numbers to positions, with readable ticks. */
import { ticks } from "../../../shared/ticks";

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Covers all values, which are in minor units, and zero; no tick is between two minor units. */
export function scaleOf(values: readonly number[], wanted = 5): Scale {
  const low = Math.min(0, ...values);
  const found = ticks(low, Math.max(0, ...values, low + wanted), wanted);
  return { low: found[0] ?? 0, high: found.at(-1) ?? 1, ticks: found };
}

export const at = (scale: Scale, value: number, length: number): number =>
  ((value - scale.low) / (scale.high - scale.low)) * length;
