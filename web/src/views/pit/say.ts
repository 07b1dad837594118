/** Times, numbers and amounts as people read and write them. */
import { current } from "../../i18n/i18n.svelte";
import { digitsOf } from "../../i18n/money";
import { once } from "../../shared/once";

const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const times = once((locale: string) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...CLOCK }));
const clocks = once((locale: string) => new Intl.DateTimeFormat(locale, CLOCK));
const days = once((locale: string) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }));
const numbers = once((locale: string) => new Intl.NumberFormat(locale));

export const when = (at: string): string => (at ? times(current()).format(new Date(at)) : "–");
export const clock = (at: string): string => clocks(current()).format(new Date(at));
export const day = (at: string): string => (at ? days(current()).format(new Date(at)) : "–");
export const count = (number: number): string => numbers(current()).format(number);

/** Minor units from typed text; null if it is not an amount. */
export function parseMoney(text: string, currency: string): number | null {
  const plain = text.replace(/[\s,'’]/g, "");
  const places = digitsOf(currency);
  if (!new RegExp(`^-?\\d{1,12}${places ? `(\\.\\d{0,${places}})?` : ""}$`).test(plain)) return null;
  const [whole = "0", part = ""] = plain.replace("-", "").split(".");
  const minor = Number(whole) * 10 ** places + Number(part.padEnd(places, "0") || 0);
  return plain.startsWith("-") && minor ? -minor : minor;
}

/** As typed. */
export function typedMoney(minor: number, currency: string): string {
  const places = digitsOf(currency);
  return (minor / 10 ** places).toFixed(minor % 10 ** places ? places : 0);
}

/** Round numbers and ranges: 4, 7-9. Null if it cannot be read. */
export function parseRounds(text: string): number[] | null {
  const found = new Set<number>();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [from, to] = /^(\d{1,15})(?:[-–](\d{1,15}))?$/.exec(part)?.slice(1).map((one) => (one ? Number(one) : 0)) ?? [];
    if (!from || (to && (to < from || to - from > 500))) return null;
    for (let number = from; number <= (to || from); number++) found.add(number);
  }
  return [...found].sort((one, other) => one - other);
}

export const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text);
