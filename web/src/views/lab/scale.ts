/** Axes. */

/** Round numbers from at or below `low` to at or above `high`, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low || 1) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? 10 * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}

/** Maps ascending values to positions, linear between and beyond them. */
export function between(values: readonly number[], places: readonly number[]): (value: number) => number {
  return (wanted) => {
    const above = values.findIndex((one) => one >= wanted);
    const right = Math.max(1, above === -1 ? values.length - 1 : above);
    const [from, to] = [values[right - 1], values[right]];
    const [start, end] = [places[right - 1], places[right]];
    if (from === undefined || to === undefined || start === undefined || end === undefined) return places[0] ?? 0;
    return start + ((wanted - from) / (to - from || 1)) * (end - start);
  };
}
