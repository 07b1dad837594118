/** The chips of one seat in one round: staged here, sent, accepted with a receipt, or refused with a reason. */
import type { Command, Declined, Taken } from "../wire";

export type Fate = "staged" | "sent" | "accepted" | "refused" | "returned";

/** One placement or removal. `excess` is the part that was refused. */
export interface Piece {
  readonly key: number;
  readonly move: "place" | "take";
  readonly spot: string;
  readonly stake: number;
  readonly fate: Fate;
  readonly id: string;
  readonly receipt: number;
  readonly taken: number;
  readonly excess: number;
  readonly code: string;
  readonly value: string;
  /** To be taken back as soon as it is answered. */
  readonly regretted: boolean;
}

export interface Wagers {
  readonly seat: number;
  readonly pieces: readonly Piece[];
  /** Placements for undo, the newest last; each is one action of the player. */
  readonly acts: readonly (readonly number[])[];
  readonly next: number;
}

/** The minimum that a spot must hold before it can be sent. */
export interface Least {
  readonly minimum: number;
  readonly step: number;
}

/** What a limit applies to: the box over all players, or each player. */
export interface Measured {
  readonly maximum: number;
  readonly scope: string;
  readonly box: number;
  readonly mine: number;
  /** The room that the Differential leaves on this side; nothing if there is none. */
  readonly apart?: number;
}

/** The remaining room on a spot; nothing without a limit. */
export function room({ maximum, scope, box, mine, apart }: Measured): number | undefined {
  const own = maximum ? maximum - (scope === "player" ? mine : box) : Infinity;
  const least = Math.min(own, apart ?? Infinity);
  return least === Infinity ? undefined : Math.max(0, least);
}

/** `sends` are the orders to send, in sequence. */
export interface Outcome {
  readonly wagers: Wagers;
  readonly sends: readonly Piece[];
}

export const noWagers = (seat: number): Wagers => ({ seat, pieces: [], acts: [], next: 1 });

export interface Held {
  readonly accepted: number;
  readonly sent: number;
  readonly staged: number;
  readonly leaving: number;
}

/** `stakes` are the seat's stakes on the server. */
export function held(wagers: Wagers, stakes: Readonly<Record<string, number>>, spot: string): Held {
  const sum = (move: Piece["move"], fate: Fate) =>
    wagers.pieces
      .filter((piece) => piece.spot === spot && piece.move === move && piece.fate === fate)
      .reduce((whole, piece) => whole + piece.stake, 0);
  return {
    accepted: stakes[spot] ?? 0,
    sent: sum("place", "sent"),
    staged: sum("place", "staged"),
    leaving: sum("take", "sent"),
  };
}

export const shown = (of: Held): number => of.accepted + of.sent + of.staged - of.leaving;

/** A stake below the minimum is staged until it is enough; then all of it is sent together. */
export function place(
  wagers: Wagers,
  stakes: Readonly<Record<string, number>>,
  plan: readonly (readonly [spot: string, stake: number])[],
  least: (spot: string) => Least,
): Outcome {
  let now = wagers;
  const sends: Piece[] = [];
  const act: number[] = [];
  for (const [spot, stake] of plan) {
    const before = held(now, stakes, spot);
    const { minimum, step } = least(spot);
    const fresh = before.staged + stake;
    const enough = shown(before) + stake >= minimum && fresh % step === 0;
    const dropped = enough ? now.pieces.filter((one) => !(one.spot === spot && one.fate === "staged")) : now.pieces;
    const made = piece(now.next, "place", spot, enough ? fresh : stake, enough ? "sent" : "staged");
    now = { ...now, pieces: [...dropped, made], next: now.next + 1 };
    act.push(made.key);
    if (enough) sends.push(made);
  }
  return { wagers: { ...now, acts: act.length ? [...now.acts, act] : now.acts }, sends };
}

/** Remove staged chips first, then accepted ones, then those being sent; everything if the rest would be below the
 * minimum. */
export function take(
  wagers: Wagers,
  stakes: Readonly<Record<string, number>>,
  spot: string,
  stake: number,
  least: (spot: string) => Least,
): Outcome {
  const staged = wagers.pieces.findLast((one) => one.spot === spot && one.fate === "staged");
  if (staged) return { wagers: without(wagers, staged.key), sends: [] };
  const on = held(wagers, stakes, spot);
  const free = on.accepted - on.leaving;
  if (free <= 0) {
    const coming = wagers.pieces.findLast((one) => one.spot === spot && one.fate === "sent" && one.move === "place" && !one.regretted);
    return { wagers: coming ? changed(wagers, coming.key, { regretted: true }) : wagers, sends: [] };
  }
  const rest = free - stake;
  const whole = rest > 0 && rest >= least(spot).minimum && stake % least(spot).step === 0;
  return taking(wagers, spot, whole ? stake : free);
}

export function undo(wagers: Wagers): Outcome {
  const act = wagers.acts.at(-1);
  if (!act) return { wagers, sends: [] };
  let now: Wagers = { ...wagers, acts: wagers.acts.slice(0, -1) };
  const sends: Piece[] = [];
  for (const key of act) {
    const one = now.pieces.find((piece) => piece.key === key);
    if (one?.fate === "staged") now = without(now, key);
    if (one?.fate === "sent") now = changed(now, key, { regretted: true });
    if (one?.fate === "accepted" && one.taken > 0) {
      const outcome = taking(now, one.spot, one.taken);
      now = outcome.wagers;
      sends.push(...outcome.sends);
    }
  }
  return { wagers: now, sends };
}

export function clear(wagers: Wagers, stakes: Readonly<Record<string, number>>): Outcome {
  const kept = wagers.pieces.filter((one) => one.fate !== "staged");
  const regretted = kept.map((one) =>
    one.move === "place" && one.fate === "sent" ? { ...one, regretted: true } : one,
  );
  let now: Wagers = { ...wagers, pieces: regretted, acts: [] };
  const sends: Piece[] = [];
  for (const spot of Object.keys(stakes)) {
    const on = held(now, stakes, spot);
    if (on.accepted <= on.leaving) continue;
    const outcome = taking(now, spot, on.accepted - on.leaving);
    now = outcome.wagers;
    sends.push(...outcome.sends);
  }
  return { wagers: now, sends };
}

/** The same again on every spot with chips. */
export function doubled(
  wagers: Wagers,
  stakes: Readonly<Record<string, number>>,
  least: (spot: string) => Least,
): Outcome {
  const spots = new Set([...Object.keys(stakes), ...wagers.pieces.map((one) => one.spot)]);
  const plan = [...spots]
    .map((spot) => [spot, shown(held(wagers, stakes, spot))] as const)
    .filter(([, stake]) => stake > 0);
  return place(wagers, stakes, plan, least);
}

export const named = (wagers: Wagers, key: number, id: string): Wagers => changed(wagers, key, { id });

/** The server's answer to one piece; anything undone meanwhile is now taken back. */
export function answered(wagers: Wagers, answer: Taken | Declined): Outcome {
  const one = wagers.pieces.find((piece) => piece.id === answer.id);
  if (!one) return { wagers, sends: [] };
  if (answer.is === "declined") {
    const { code, value } = answer;
    return { wagers: changed(wagers, one.key, { fate: "refused", code, value }), sends: [] };
  }
  const placed = answer.events.find((event) => event.is === "wager-placed");
  const taken = placed ? placed.stake : one.stake;
  const excess = placed ? placed.excess : 0;
  const now = changed(wagers, one.key, { fate: "accepted", receipt: answer.last, taken, excess });
  return one.regretted && one.move === "place" ? taking(now, one.spot, taken) : { wagers: now, sends: [] };
}

/** After "No more bets": unsent chips go back to the player. */
export function closed(wagers: Wagers): { wagers: Wagers; returned: number } {
  const staged = wagers.pieces.filter((one) => one.fate === "staged");
  const pieces = wagers.pieces.map((one) => (one.fate === "staged" ? { ...one, fate: "returned" as const } : one));
  return { wagers: { ...wagers, pieces, acts: [] }, returned: staged.reduce((sum, one) => sum + one.stake, 0) };
}

export function commandOf(seat: number, one: Piece): Command {
  const { spot, stake } = one;
  return one.move === "place" ? { do: "place-wager", seat, spot, stake } : { do: "withdraw-wager", seat, spot, stake };
}

function taking(wagers: Wagers, spot: string, stake: number): Outcome {
  const made = piece(wagers.next, "take", spot, stake, "sent");
  return { wagers: { ...wagers, pieces: [...wagers.pieces, made], next: wagers.next + 1 }, sends: [made] };
}

function piece(key: number, move: Piece["move"], spot: string, stake: number, fate: Fate): Piece {
  return {
    key, move, spot, stake, fate, id: "", receipt: 0, taken: 0, excess: 0, code: "", value: "", regretted: false,
  };
}

function without(wagers: Wagers, key: number): Wagers {
  const acts = wagers.acts.map((act) => act.filter((one) => one !== key)).filter((act) => act.length);
  return { ...wagers, pieces: wagers.pieces.filter((one) => one.key !== key), acts };
}

function changed(wagers: Wagers, key: number, fresh: Partial<Piece>): Wagers {
  return { ...wagers, pieces: wagers.pieces.map((one) => (one.key === key ? { ...one, ...fresh } : one)) };
}
