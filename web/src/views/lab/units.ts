/** Stakes in the lab are plain units. */
export const UNITS = "JPY"; // chips need a currency; this one has no decimals
export const CHIPS: readonly number[] = [1, 5, 10, 50, 100, 500, 1_000];
