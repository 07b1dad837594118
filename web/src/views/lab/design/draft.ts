/** A design: a pay table with changed odds and added spots, and its form in an address. */
import type { AddedSpot, DesignAsked, LabSpot } from "../../../wire";

export interface Draft {
  readonly paytable: string;
  readonly odds: Readonly<Record<string, string>>;
  readonly added: readonly AddedSpot[];
  /** Removed spots of the pay table. */
  readonly removed: readonly string[];
}

/** Nothing is changed yet. */
export const untouched = (paytable: string): Draft => ({ paytable, odds: {}, added: [], removed: [] });

export const PATTERNS = ["totals", "show", "among", "count", "listed"] as const;
export type Pattern = (typeof PATTERNS)[number];

export const asked = (draft: Draft, more: Partial<DesignAsked> = {}): DesignAsked => ({ ...draft, target: "", spots: [], ...more });

/** With the same odds on all of these spots; an empty text restores the original. */
export function withOdds(draft: Draft, spots: readonly string[], odds: string): Draft {
  const kept = Object.entries(draft.odds).filter(([spot]) => !spots.includes(spot));
  return { ...draft, odds: Object.fromEntries([...kept, ...(odds.trim() ? spots.map((spot) => [spot, odds.trim()]) : [])]) };
}

/** Without these spots; added ones disappear with their odds, those of the pay table are left out. */
export function without(draft: Draft, spots: readonly string[]): Draft {
  const own = spots.filter((spot) => !draft.added.some((one) => one.name === spot));
  return { ...withOdds(draft, spots, ""), added: draft.added.filter((one) => !spots.includes(one.name)), removed: [...new Set([...draft.removed, ...own])] };
}

/** The typed text in rulebook notation: totals and faces as numbers, rolls unchanged. */
export const picks = (text: string, pattern: Pattern): (number | string)[] =>
  text.split(pattern === "listed" ? /[\s,;]+/ : /[\s,;-]+/).filter(Boolean).map((part) => (/^[0-9]{1,2}$/.test(part) ? Number(part) : part));

/** The name of a spot, made from its label. */
export function nameOf(label: string, taken: readonly string[]): string {
  const plain = label.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const stem = /^[a-z]/.test(plain) ? plain.slice(0, 30) : `spot-${plain}`.replace(/-$/, "").slice(0, 30);
  let name = stem;
  for (let next = 2; taken.includes(name); next++) name = `${stem}-${next}`;
  return name;
}

/** The spots of a family, or a single one. */
export const meant = (spots: readonly LabSpot[], picked: string, whole: boolean): string[] => {
  const area = spots.find((spot) => spot.id === picked)?.area;
  return spots.filter((spot) => (whole ? spot.area === area : spot.id === picked)).map((spot) => spot.id);
};

export function written(draft: Draft): string {
  const bytes = new TextEncoder().encode(JSON.stringify([draft.paytable, draft.odds, draft.added, draft.removed]));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const LINK_MAX = 30_000; // characters; no accepted design is longer

/** An unreadable design is ignored; the house checks whether it makes sense. */
export function read(text: string): Draft | undefined {
  if (text.length > LINK_MAX) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(found)) return undefined;
    const [paytable, odds, added, removed = []] = found as [unknown, unknown, unknown, unknown];
    if (typeof paytable !== "string" || typeof odds !== "object" || !odds || Array.isArray(odds) || !Array.isArray(added)) return undefined;
    if (!Object.values(odds).every(isText) || !Array.isArray(removed) || !removed.every(isText) || !added.every(isAdded)) return undefined;
    if (new Set(added.map((one) => one.name)).size < added.length) return undefined;
    return { paytable, odds: odds as Record<string, string>, added, removed: [...new Set(removed)] };
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

function isAdded(value: unknown): value is AddedSpot {
  if (typeof value !== "object" || !value) return false;
  const { name, label, pattern, selection, odds } = value as Record<string, unknown>;
  const picked = Array.isArray(selection) && selection.every((one) => isText(one) || Number.isSafeInteger(one));
  return isText(name) && isText(label) && isText(odds) && picked && PATTERNS.some((one) => one === pattern);
}
