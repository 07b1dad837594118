/** The changing state of each spot, kept separately so that a chip on one spot does not update the others. */
import type { Pile } from "./piles";

export class SpotState {
  pile = $state.raw<Pile>();
  gain = $state("");
  lit = $state(false);
  /** Its multiplier; 0 if it has none. */
  times = $state(0);
}

export function follow(
  states: ReadonlyMap<string, SpotState>, piles: ReadonlyMap<string, Pile>, gains: ReadonlyMap<string, string>, lit: ReadonlySet<string>,
  struck: Readonly<Record<string, number>>,
): void {
  for (const [spot, state] of states) {
    const pile = piles.get(spot);
    if (state.pile?.amount !== pile?.amount || state.pile?.look !== pile?.look) state.pile = pile;
    state.gain = gains.get(spot) ?? "";
    state.lit = lit.has(spot);
    state.times = struck[spot] ?? 0;
  }
}
