/** A player's session at a seat: its start, and the total staked and won. Stored on the device. */
import type { SeatRound, SeatView } from "../../wire";
import { read, write } from "./kept";

export interface Session {
  readonly since: number;
  /** The seat's meters at the start. */
  readonly wagered: number;
  readonly won: number;
  /** How many reality checks the player has seen. */
  readonly seen: number;
}

const keyOf = (table: string, seat: number) => `session.${table}.${seat}`;
const MINUTE_MS = 60_000;

export const isEmpty = (seat: SeatView): boolean => !seat.credit && !seat.uncollected && !Object.keys(seat.stakes).length;

/** It continues while there is money at the seat, even after a reload; a seat without money has no session. */
export function sessionOf(before: Session | null, seat: SeatView, now: number): Session | null {
  if (isEmpty(seat)) return null;
  const sound = before && before.since <= now && before.wagered <= seat.meter_wagered && before.won <= seat.meter_won;
  return sound ? before : { since: now, wagered: seat.meter_wagered, won: seat.meter_won, seen: 0 };
}

export const keptSession = (table: string, seat: number): Session | null => read<Session>(keyOf(table, seat));
export const keepSession = (table: string, seat: number, session: Session | null): void => write(keyOf(table, seat), session);

export const minutesOf = (session: Session, now: number): number => Math.max(0, Math.floor((now - session.since) / MINUTE_MS));

/** The reality check that is due, 0 for none: one per interval, even if several were missed. */
export function checkDue(session: Session, every: number, now: number): number {
  const passed = every > 0 ? Math.floor(minutesOf(session, now) / every) : 0;
  return passed > session.seen ? passed : 0;
}

export const stakedIn = (session: Session, seat: SeatView): number => seat.meter_wagered - session.wagered;
export const netOf = (session: Session, seat: SeatView): number => seat.meter_won - session.won - stakedIn(session, seat);

export const sumOf = (amounts: Readonly<Record<string, number>>): number => Object.values(amounts).reduce((whole, one) => whole + one, 0);
export const roundNet = (one: SeatRound): number => sumOf(one.returned) - sumOf(one.wagers);

/** Amounts in units of the currency, without anything that a spreadsheet could take for a formula. */
export function csvOf(rounds: readonly SeatRound[], currency: string, perUnit: number): string {
  const units = (minor: number) => (minor / perUnit).toFixed(Math.log10(perUnit));
  const rows = rounds.map((one) => [one.round, one.at, one.roll || "void", units(one.opening), units(sumOf(one.wagers)), units(sumOf(one.returned)), units(roundNet(one)), units(one.closing), currency]);
  return [["round", "time", "roll", "before", "staked", "returned", "net", "after", "currency"], ...rows].map((row) => row.join(",")).join("\r\n") + "\r\n";
}

/** A line of the credit after each round, oldest first, in a box of the given size. */
export function pathOf(credits: readonly number[], width: number, height: number): string {
  const [low, high] = [Math.min(...credits), Math.max(...credits)];
  const x = (place: number) => (credits.length > 1 ? (place / (credits.length - 1)) * width : width / 2);
  const y = (credit: number) => (high > low ? height - ((credit - low) / (high - low)) * height : height / 2);
  return credits.map((credit, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(credit).toFixed(1)}`).join("");
}
