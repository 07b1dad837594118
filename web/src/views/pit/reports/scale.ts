/** Maps numbers to positions, with readable ticks. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Covers all values and zero, in steps of 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly number[], wanted = 5): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const raw = (most - least || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((one) => one * power >= raw) ?? 10) * power;
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step || step];
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  return { low, high, ticks };
}

export const at = (scale: Scale, value: number, length: number): number =>
  ((value - scale.low) / (scale.high - scale.low)) * length;
