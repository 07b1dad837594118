/** A round told again: what lay where and who had what after each entry. It adds up what events say and decides nothing. */
import type { Award, Correction, Entry, Event, Stake } from "../../../wire";

export interface Moment {
  /** By spot and seat. */
  readonly stakes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** What each spot gave each seat beyond its stake. */
  readonly gains: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly swept: ReadonlySet<string>;
  readonly roll: string;
  readonly lit: readonly string[];
  /** Over the whole round: stakes that were settled, what came back for them, and what was corrected. */
  readonly seats: ReadonlyMap<number, SeatSum>;
  readonly end: "" | "settled" | "void" | "reversed" | "corrected";
  /** As it was before anything was collected. */
  readonly before: Moment | null;
}

export interface SeatSum {
  readonly staked: number;
  readonly returned: number;
  readonly corrected: number;
  readonly owed: number;
}

const NOBODY: SeatSum = { staked: 0, returned: 0, corrected: 0, owed: 0 };
export const NOTHING: Moment = { stakes: new Map(), gains: new Map(), swept: new Set(), roll: "", lit: [], seats: new Map(), end: "", before: null };

/** One moment for each entry, in order. */
export function moments(entries: readonly Entry[], lights: Readonly<Record<string, readonly string[]>>): Moment[] {
  let now = NOTHING;
  return entries.map(({ event }) => (now = after(now, event, lights)));
}

function after(now: Moment, event: Event, lights: Readonly<Record<string, readonly string[]>>): Moment {
  switch (event.is) {
    case "wager-placed":
    case "unnoticed-recorded":
      return { ...now, stakes: moved(now.stakes, [[event.seat, event.spot, event.stake]]) };
    case "wager-withdrawn":
      return { ...now, stakes: moved(now.stakes, [[event.seat, event.spot, -event.stake]]) };
    case "wager-shifted":
      return event.counts ? { ...now, stakes: moved(now.stakes, [[event.seat, event.spot, -event.stake], [event.seat, event.to, event.stake]]) } : now;
    case "line-judged":
      return event.counts ? now : { ...now, stakes: moved(now.stakes, [[event.seat, event.spot, -event.stake]]) };
    case "wager-moved":
      return { ...now, stakes: moved(now.stakes, [[event.seat, event.spot, -event.stake], [event.seat, event.to, event.stake]]) };
    case "excess-rejected":
      return { ...now, stakes: moved(now.stakes, event.rejected.map(([seat, spot, stake]) => [seat, spot, -stake] as const)) };
    case "roll-entered":
    case "entry-amended":
      return { ...now, roll: event.roll, lit: event.lit };
    case "losers-collected":
      return { ...collected(now, event.lost, Object.values(event.winners).flat()), before: now };
    case "settlement-undone":
      return undone(now, event.corrections);
    case "area-paid":
      return paid(now, event.awards);
    case "round-settled":
      return { ...now, end: "settled" };
    case "round-voided":
      return { ...corrected(now, event.corrections), stakes: new Map(), gains: new Map(), end: "void" };
    case "round-reversed":
      return { ...corrected(now, event.corrections), gains: new Map(), end: "reversed" };
    case "round-corrected":
      return { ...settledAnew(corrected(now, event.corrections), event.awards), roll: event.roll, lit: lights[event.roll] ?? [], end: "corrected" };
    case "dispute-decided":
      return corrected(now, event.corrections);
    default:
      return now;
  }
}

function moved(stakes: Moment["stakes"], changes: readonly Stake[]): Moment["stakes"] {
  const made = new Map(stakes);
  for (const [seat, spot, change] of changes) {
    const on = new Map(made.get(spot));
    const left = (on.get(seat) ?? 0) + change;
    if (left > 0) on.set(seat, left);
    else on.delete(seat);
    if (on.size) made.set(spot, on);
    else made.delete(spot);
  }
  return made;
}

/** Losers leave the layout; of winners the refused part goes back. */
function collected(now: Moment, lost: readonly Award[], winners: readonly Award[]): Moment {
  const refused = winners.map(([seat, spot, , , back]) => [seat, spot, -back] as const);
  const seats = summed(now.seats, lost, ([, , stake]) => ({ ...NOBODY, staked: stake }));
  return { ...now, stakes: moved(now.stakes, refused), swept: new Set([...now.swept, ...lost.map(([, spot]) => spot)]), seats };
}

function gained(before: Moment["gains"], awards: readonly Award[]): Moment["gains"] {
  const gains = new Map(before);
  for (const [seat, spot, stake, returned] of awards) {
    const on = new Map(gains.get(spot));
    gains.set(spot, on.set(seat, (on.get(seat) ?? 0) + returned - stake));
  }
  return gains;
}

/** The layout as it would have looked; what moved is in the corrections. */
function settledAnew(now: Moment, awards: readonly Award[]): Moment {
  const won = awards.filter(([, , , returned]) => returned);
  const lost = awards.filter(([, , , returned]) => !returned);
  return { ...now, gains: gained(new Map(), won), swept: new Set(lost.map(([, spot]) => spot)) };
}

function paid(now: Moment, awards: readonly Award[]): Moment {
  return { ...now, gains: gained(now.gains, awards), seats: summed(now.seats, awards, ([, , stake, returned]) => ({ ...NOBODY, staked: stake, returned })) };
}

function corrected(now: Moment, corrections: readonly Correction[]): Moment {
  const of = ([, credited, debited, owed]: Correction): SeatSum => ({ ...NOBODY, corrected: credited - debited, owed });
  return { ...now, seats: summed(now.seats, corrections, of) };
}

/** Stakes lie where they lay; only what a seat could not give back is left of it. */
function undone(now: Moment, corrections: readonly Correction[]): Moment {
  const owed = corrections.filter(([, , , left]) => left).map(([seat, , , left]): Correction => [seat, 0, 0, left]);
  return { ...corrected(now.before ?? now, owed), roll: now.roll, lit: now.lit };
}

function summed<T extends readonly [number, ...unknown[]]>(seats: Moment["seats"], all: readonly T[], of: (one: T) => SeatSum): Moment["seats"] {
  const made = new Map(seats);
  for (const one of all) {
    const [before, more] = [made.get(one[0]) ?? NOBODY, of(one)];
    made.set(one[0], {
      staked: before.staked + more.staked, returned: before.returned + more.returned,
      corrected: before.corrected + more.corrected, owed: before.owed + more.owed,
    });
  }
  return made;
}

/** Over all seats, or of one. */
export function sumOn(on: ReadonlyMap<number, number> | undefined, seat: number): number {
  return seat ? (on?.get(seat) ?? 0) : [...(on?.values() ?? [])].reduce((sum, one) => sum + one, 0);
}
