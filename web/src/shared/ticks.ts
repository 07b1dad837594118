/** Ticks of axes. */

/** Round numbers from at or below `low` to at or above `high`, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low || 1) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? 10 * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  if (last === first) return [first * step, (first + 1) * step];
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}
