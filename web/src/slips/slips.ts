/** Slips: what is printed and signed where money of a table moves by hand. */
import { valuesOf } from "../chips/pile";
import type { DisputeDecided, Event, Taken } from "../wire";

export type SlipKind = "fill" | "credit" | "opening" | "change" | "closing" | "hand-pay" | "owed" | "dispute";

interface Told {
  readonly kind: SlipKind;
  /** Never below nothing: which way it goes is said in words. */
  readonly amount: number;
  /** Empty where no player is in it. */
  readonly way: "to" | "from" | "";
  /** What of the amount the player did not have, and owes now. */
  readonly unpaid: number;
  /** 0 where it is about no dispute. */
  readonly dispute: number;
  /** 0 where it is about no seat. */
  readonly seat: number;
  /** Values and how many of each. */
  readonly chips: readonly (readonly [value: number, count: number])[];
  readonly reason: string;
  readonly second: string;
  /** In the series of the table's fills and credits, 0 for others. Those are printed in two parts. */
  readonly number: number;
}

export interface Slip extends Told {
  readonly table: string;
  /** Its entry in the journal, by which it is found again. */
  readonly entry: number;
  readonly at_ms: number;
}

/** The slip of an order that was taken, or nothing. */
export function slipOf(table: string, { first, events }: Taken, at_ms: number): Slip | null {
  for (const [place, event] of events.entries()) {
    const told = tell(event, events[place - 1]);
    if (told?.amount) return { ...told, table, entry: first + place, at_ms };
  }
  return null;
}

/** How many chips of each value, the largest first. */
export function counted(chips: readonly number[]): [value: number, count: number][] {
  const counts = new Map<number, number>();
  for (const chip of chips) counts.set(chip, (counts.get(chip) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => other - one);
}

const PLAIN = { way: "", unpaid: 0, dispute: 0, seat: 0, chips: [], reason: "", second: "", number: 0 } as const;

const PURPOSES: Readonly<Record<string, SlipKind>> = { opening: "opening", change: "change", closing: "closing" };

/** `received` is the slip by which chips came or went, where that was told before. */
function tell(event: Event, received: Event | undefined): Told | null {
  const [number, second] = received?.is === "slip-received" ? [received.slip, received.second] : [0, ""];
  switch (event.is) {
    case "slip-requested":
      return { ...PLAIN, kind: event.kind === "fill" ? "fill" : "credit", amount: event.amount, chips: valuesOf(event.chips), number: event.slip };
    case "float-filled":
      return { ...PLAIN, kind: "fill", amount: event.amount, chips: counted(event.chips), number, second };
    case "float-credited":
      return { ...PLAIN, kind: "credit", amount: event.amount, chips: counted(event.chips), number, second };
    case "float-counted":
      return { ...PLAIN, kind: PURPOSES[event.purpose] ?? "change", amount: event.amount, chips: valuesOf(event.chips), second: event.second };
    case "seat-released":
      return { ...PLAIN, kind: "hand-pay", way: "to", amount: event.paid, seat: event.seat, reason: event.procedure, second: event.second };
    case "owed-paid":
      return { ...PLAIN, kind: "owed", way: "from", amount: event.amount, seat: event.seat, second: event.second };
    case "dispute-decided":
      return decided(event);
    default:
      return null;
  }
}

/** Nothing where it moved no money. */
function decided({ dispute, reason, second, corrections: [moved] }: DisputeDecided): Told | null {
  if (!moved) return null;
  const [seat, credited, debited, unpaid] = moved;
  return { ...PLAIN, kind: "dispute", dispute, seat, reason, second, unpaid, amount: credited || debited + unpaid, way: credited ? "to" : "from" };
}
