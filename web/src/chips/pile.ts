/** Chips by kind: a value as text, or the name of a colour. */
export type Pile = Readonly<Record<string, number>>;

/** An unlimited stock of a kind. */
export const CHIPS_MOST = 100_000;

export const isValue = (kind: string): boolean => /^\d+$/.test(kind);

/** The value of chips; `colours` gives the values of colours. */
export const worth = (pile: Pile, colours: Readonly<Record<string, number>> = {}): number =>
  Object.entries(pile).reduce((whole, [kind, count]) => whole + (isValue(kind) ? Number(kind) : (colours[kind] ?? 0)) * count, 0);

/** Values with their counts, the largest first. */
export const valuesOf = (pile: Pile): [value: number, count: number][] =>
  Object.entries(pile).filter(([kind, count]) => isValue(kind) && count > 0).map(([kind, count]): [number, number] => [Number(kind), count]).sort(([one], [other]) => other - one);

/** The typed counts of each value, as whole numbers of at least 0. */
export function pileOf(counts: Readonly<Record<string, number | null | undefined>>): Pile {
  const whole = Object.entries(counts).map(([kind, count]): [string, number] => [kind, Math.max(0, Math.min(CHIPS_MOST, Math.floor(count ?? 0)))]);
  return Object.fromEntries(whole.filter(([, count]) => count > 0));
}
