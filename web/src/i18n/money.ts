/** Money is whole minor units everywhere; only here it becomes text. */

import { once } from "../shared/once";

const USUAL = 2;

/** The number of decimals. */
export const digitsOf = once(
  (currency: string) => {
    try {
      return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? USUAL;
    } catch {
      return USUAL; // an invalid currency at one table must not break the others
    }
  },
);

const formatter = once(
  (locale: string, digits: number) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

const percents = once(
  (locale: string) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** How many minor units a unit of the currency has. */
export const perUnit = (currency: string): number => 10 ** digitsOf(currency);

/** Without the currency name; decimals only if there are any. */
export function amount(minor: number, currency: string, locale: string): string {
  const per = perUnit(currency);
  return formatter(locale, minor % per ? digitsOf(currency) : 0).format(minor / per);
}

/** Short enough for a chip: 500, 1K, 2.5K. */
export function short(minor: number, currency: string): string {
  const value = minor / perUnit(currency);
  if (value >= 1_000_000) return `${trimmed(value / 1_000_000)}M`;
  if (value >= 10_000 || (value >= 1_000 && value % 100 === 0)) return `${trimmed(value / 1_000)}K`;
  return trimmed(value);
}

const trimmed = (value: number): string => String(Math.floor(value * 100) / 100);

export function withCurrency(minor: number, currency: string, locale: string): string {
  return `${currency} ${amount(minor, currency, locale)}`;
}

/** An exact fraction such as 5/36 as a percentage. */
export function percent(fraction: string, locale: string): string {
  const [above = 0, below = 1] = fraction.split("/").map(Number);
  return percents(locale).format(above / below);
}
