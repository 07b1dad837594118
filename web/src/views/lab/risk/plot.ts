/** The content of a plot, as data: one component draws it, and a table shows it. */
import { current } from "../../../i18n/i18n.svelte";
import { number } from "../exact";

export type Point = readonly [x: number, y: number];

export interface Picture {
  readonly label: string;
  readonly x: string;
  readonly y: string;
  readonly xs: readonly [low: number, high: number];
  readonly ys: readonly [low: number, high: number];
  readonly bands?: readonly { readonly points: readonly (readonly [x: number, low: number, high: number])[]; readonly strength: number }[];
  readonly columns?: readonly { readonly low: number; readonly high: number; readonly height: number; readonly colour: string }[];
  readonly lines?: readonly { readonly points: readonly Point[]; readonly colour: string; readonly thick?: number; readonly dash?: string }[];
  readonly marks?: readonly { readonly at: Point; readonly colour: string }[];
  readonly guides?: readonly { readonly along: "x" | "y"; readonly at: number; readonly text: string; readonly colour: string; readonly below?: boolean }[];
  /** Names instead of numbers on the x axis, one at each whole number from 0. */
  readonly names?: readonly string[];
  readonly xText?: (value: number) => string;
  readonly yText?: (value: number) => string;
}

export const COLOURS = { gold: "#e6c977", blue: "#6fb1ff", red: "#ff8f82", green: "#38d39f", violet: "#d7a6ff", grey: "#9fb0ac", white: "#f2f5f3" } as const;
export const SERIES: readonly string[] = [COLOURS.gold, COLOURS.blue, COLOURS.green, COLOURS.red, COLOURS.violet, COLOURS.grey];

/** A chance of any size as a percentage. */
export function chance(value: number): string {
  if (value > 0 && value < 1e-4) return value.toExponential(3).replace("-", "−");
  return `${number(value * 100, current(), value > 0.999 && value < 1 ? 6 : 2)}%`;
}

export const plain = (value: number, digits = 2): string => number(value, current(), digits);

/** Short enough for an axis. */
const compact = new Map<string, Intl.NumberFormat>();
export function brief(value: number): string {
  const locale = current();
  const format = compact.get(locale) ?? new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 });
  compact.set(locale, format);
  return format.format(value).replace("-", "−");
}

/** From the smallest to the largest, with a margin. */
export function span(values: Iterable<number>, room = 0.04): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const one of values) [low, high] = [Math.min(low, one), Math.max(high, one)];
  if (!Number.isFinite(low)) return [0, 1];
  const by = (high - low || Math.abs(high) || 1) * room;
  return [low - by, high + by];
}
