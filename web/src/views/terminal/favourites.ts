/** Named sets of wagers, stored on this device for every table with the same pay table. */
import { read, write, type Stakes } from "./kept";

export interface Favourite {
  readonly name: string;
  readonly stakes: Stakes;
}

export const FAVOURITES_MOST = 12;
export const NAME_LONGEST = 30;

const keyOf = (paytable: string) => `favourites.${paytable}`;

/** Only spots of the layout, with whole stakes. */
export function favourites(paytable: string, spots: ReadonlySet<string>): readonly Favourite[] {
  const kept = read<readonly Favourite[]>(keyOf(paytable));
  if (!Array.isArray(kept)) return [];
  return kept.map(({ name, stakes }) => ({ name: String(name), stakes: fitting(stakes, spots) })).filter((one) => Object.keys(one.stakes).length > 0);
}

const fitting = (stakes: Stakes, spots: ReadonlySet<string>): Stakes =>
  Object.fromEntries(Object.entries(stakes ?? {}).filter(([spot, stake]) => spots.has(spot) && Number.isSafeInteger(stake) && stake > 0));

/** A set replaces an older one of the same name; null if there is no room for another. */
export function withFavourite(known: readonly Favourite[], name: string, stakes: Stakes): readonly Favourite[] | null {
  const others = known.filter((one) => one.name !== name);
  return others.length < FAVOURITES_MOST ? [{ name, stakes }, ...others] : null;
}

export const keepFavourites = (paytable: string, all: readonly Favourite[]): void => write(keyOf(paytable), all.length ? all : null);
