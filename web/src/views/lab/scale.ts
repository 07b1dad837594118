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
