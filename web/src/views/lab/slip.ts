/** The wagers of a plan, with their history for undo. */
import type { PlanWager } from "../../wire";

export type Stakes = ReadonlyMap<string, number>;

export interface Slip {
  readonly stakes: Stakes;
  readonly past: readonly Stakes[];
}

export const STAKE_MAX = 1_000_000_000; // the server's limit

export const noSlip: Slip = { stakes: new Map(), past: [] };

export function slipOf(wagers: readonly PlanWager[]): Slip {
  return { stakes: new Map(wagers.map(({ spot, stake }) => [spot, stake])), past: [] };
}

/** A stake of 0 removes the wager. */
export function put(slip: Slip, spot: string, stake: number): Slip {
  return after(slip, new Map([...slip.stakes, [spot, stake]]));
}

export const place = (slip: Slip, spot: string, stake: number): Slip => put(slip, spot, (slip.stakes.get(spot) ?? 0) + stake);

export const take = (slip: Slip, spot: string, stake: number): Slip => put(slip, spot, (slip.stakes.get(spot) ?? 0) - stake);

export const clear = (slip: Slip): Slip => after(slip, new Map());

export function each(slip: Slip, spots: Iterable<string>, stake: number): Slip {
  return after(slip, new Map([...slip.stakes, ...[...spots].map((spot) => [spot, (slip.stakes.get(spot) ?? 0) + stake] as const)]));
}

export function undo(slip: Slip): Slip {
  const last = slip.past.at(-1);
  return last ? { stakes: last, past: slip.past.slice(0, -1) } : slip;
}

/** On another pay table: wagers without a spot there are removed. */
export function moved(slip: Slip, spots: ReadonlySet<string>): { slip: Slip; lost: number } {
  const kept = [...slip.stakes].filter(([spot]) => spots.has(spot));
  const lost = slip.stakes.size - kept.length;
  return { slip: lost ? { stakes: new Map(kept), past: [] } : { ...slip, past: [] }, lost };
}

export const wagersOf = (slip: Slip): PlanWager[] => [...slip.stakes].map(([spot, stake]) => ({ spot, stake }));

function after(slip: Slip, stakes: Stakes): Slip {
  const whole = [...stakes].map(([spot, stake]) => [spot, Math.min(STAKE_MAX, Math.trunc(stake))] as const);
  const fresh = new Map(whole.filter(([, stake]) => stake > 0));
  return same(slip.stakes, fresh) ? slip : { stakes: fresh, past: [...slip.past, slip.stakes] };
}

function same(one: Stakes, other: Stakes): boolean {
  return one.size === other.size && [...one].every(([spot, stake]) => other.get(spot) === stake);
}
