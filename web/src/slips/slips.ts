/** Slips: printed and signed when a table's money is moved by hand. */
import { valuesOf } from "../chips/pile";
import type { DisputeDecided, Event, Taken } from "../wire";

export type SlipKind = "fill" | "credit" | "opening" | "change" | "closing" | "hand-pay" | "owed" | "dispute";

interface Told {
  readonly kind: SlipKind;
  /** Never negative: the direction is given in words. */
  readonly amount: number;
  /** Empty if no player is involved. */
  readonly way: "to" | "from" | "";
  /** The part of the amount that the player did not have and now owes. */
  readonly unpaid: number;
  /** 0 if it is not about a dispute. */
  readonly dispute: number;
  /** 0 if it is not about a seat. */
  readonly seat: number;
  /** Values with their counts. */
  readonly chips: readonly (readonly [value: number, count: number])[];
  readonly reason: string;
  readonly second: string;
  /** The number in the series of the table's fills and credits, which print in two parts; 0 for others. */
  readonly number: number;
}

export interface Slip extends Told {
  readonly table: string;
  /** Its journal entry, to find it again. */
  readonly entry: number;
  readonly at_ms: number;
}

/** The slip of an accepted order, if it has one. */
export function slipOf(table: string, { first, events }: Taken, at_ms: number): Slip | null {
  for (const [place, event] of events.entries()) {
    const told = tell(event, events[place - 1]);
    if (told?.amount) return { ...told, table, entry: first + place, at_ms };
  }
  return null;
}

/** The number of chips of each value, the largest first. */
export function counted(chips: readonly number[]): [value: number, count: number][] {
  const counts = new Map<number, number>();
  for (const chip of chips) counts.set(chip, (counts.get(chip) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => other - one);
}

const PLAIN = { way: "", unpaid: 0, dispute: 0, seat: 0, chips: [], reason: "", second: "", number: 0 } as const;

const PURPOSES: Readonly<Record<string, SlipKind>> = { opening: "opening", change: "change", closing: "closing" };

/** `received` is the slip of these chips, if it came before. */
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

/** Nothing if no money moved. */
function decided({ dispute, reason, second, corrections: [moved] }: DisputeDecided): Told | null {
  if (!moved) return null;
  const [seat, credited, debited, unpaid] = moved;
  return { ...PLAIN, kind: "dispute", dispute, seat, reason, second, unpaid, amount: credited || debited + unpaid, way: credited ? "to" : "from" };
}
