/** Typed amounts, and stacked chips. */
import { digitsOf } from "../../i18n/money";

/** Whole minor units, or null if it cannot be read: never a rounded amount. */
export function minorOf(text: string, currency: string): number | null {
  const found = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.replace(/[\s']/g, ""));
  if (!found) return null;
  const [, whole = "", part = ""] = found;
  const places = digitsOf(currency);
  if (part.length > places) return null;
  return Number(whole + part.padEnd(places, "0"));
}

/** As shown in a field. */
export function typed(minor: number, currency: string): string {
  const places = digitsOf(currency);
  return (minor / 10 ** places).toFixed(minor % 10 ** places ? places : 0);
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((whole, one) => whole + one, 0);

/** From the bottom up: the largest first. */
export const stacked = (chips: readonly number[]): number[] => [...chips].sort((one, other) => other - one);

/** The count of each chip, the largest first. */
export function counted(chips: readonly number[]): (readonly [chip: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const chip of stacked(chips)) counts.set(chip, (counts.get(chip) ?? 0) + 1);
  return [...counts];
}
