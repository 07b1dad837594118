/** Stakes in the lab are plain units. */
export const UNITS = "JPY"; // chips print amounts of a currency; this one has no hundredths
export const CHIPS: readonly number[] = [1, 5, 10, 50, 100, 500, 1_000];
