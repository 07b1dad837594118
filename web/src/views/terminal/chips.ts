/** The chips on the felt of a seat: its own at each moment of a round, their winnings, and the stakes of others. */
import type { Pile, Piles } from "../../felt/piles";
import * as felt from "../../felt/wagers";
import type { Stakes } from "./kept";

/** While wagers are open, including those being sent. */
export function openPiles(wagers: felt.Wagers, stakes: Stakes): Piles {
  const piles = new Map<string, Pile>();
  for (const spot of new Set([...Object.keys(stakes), ...wagers.pieces.map((one) => one.spot)])) {
    const on = felt.held(wagers, stakes, spot);
    const sum = felt.shown(on);
    if (sum > 0) piles.set(spot, { amount: sum, look: on.sent || on.leaving ? "sent" : on.staged ? "staged" : "accepted" });
  }
  return piles;
}

/** `lies`: losers stay until they are collected, because the entry may be amended. */
export function settledPiles(stakes: Stakes, lit: readonly string[], lies: boolean): Piles {
  const look = (spot: string): Pile["look"] => (lies || lit.includes(spot) ? "accepted" : "swept");
  return new Map(Object.entries(stakes).map(([spot, stake]) => [spot, { amount: stake, look: look(spot) }]));
}

/** The winnings of each spot in addition to its stake. */
export function wonOn(returned: Stakes, stakes: Stakes): ReadonlyMap<string, number> {
  const gains = Object.entries(returned).map(([spot, back]) => [spot, back - (stakes[spot] ?? 0)] as const);
  return new Map(gains.filter(([spot, gain]) => gain > 0 && spot in stakes));
}

/** The stakes of all other seats on each spot. */
export function ofOthers(boxes: Stakes, stakes: Stakes): (readonly [spot: string, sum: number])[] {
  return Object.entries(boxes).map(([spot, box]) => [spot, box - (stakes[spot] ?? 0)] as const).filter(([, sum]) => sum > 0);
}

/** What was placed and is not accepted yet. */
export const pendingOf = ({ pieces }: felt.Wagers): number =>
  pieces.filter((one) => one.move === "place" && (one.fate === "sent" || one.fate === "staged")).reduce((sum, one) => sum + one.stake, 0);
