/** How a spot is printed, by its area; a spot of another area is printed by its label. Looks, never rules. */
import type { Glyph } from "../glyphs";
import type { SpotInfo } from "../wire";

export interface Dress {
  readonly kind: "banner" | "number" | "face" | "dice" | "triples" | "words";
  readonly glyph?: Glyph;
  readonly tone?: "big" | "small" | "triple";
  readonly caption?: "label" | "faces" | "none";
}

const DRESSES: Readonly<Record<string, Dress>> = {
  big: { kind: "banner", glyph: "大", tone: "big" },
  small: { kind: "banner", glyph: "小", tone: "small" },
  odd: { kind: "banner", glyph: "單" },
  even: { kind: "banner", glyph: "雙" },
  "any-triple": { kind: "triples", glyph: "圍", tone: "triple" },
  total: { kind: "number" },
  single: { kind: "face" },
  double: { kind: "dice", caption: "label" },
  triple: { kind: "dice", caption: "label" },
  domino: { kind: "dice", caption: "label" },
  four: { kind: "dice", caption: "none" },
  three: { kind: "dice", caption: "faces" },
  pair: { kind: "dice", caption: "faces" },
};

const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };
const NUMERALS: readonly Glyph[] = ["一", "二", "三", "四", "五", "六"];
const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"] as const;

export const dressOf = (area: string): Dress => DRESSES[area] ?? { kind: "words" };

/** The numbers of a spot, as often as they are drawn, in the order in which its label names them. */
export function facesOf({ id, area, label }: Pick<SpotInfo, "id" | "area" | "label">): number[] {
  const numbers = id.slice(area.length).split("-").filter(Boolean).map(Number);
  const named = (label.match(/\d+/g) ?? []).map(Number);
  const same = named.length === numbers.length && named.every((one) => numbers.includes(one));
  return (same ? named : numbers).flatMap((face) => Array<number>(TIMES[area] ?? 1).fill(face));
}

export const numeral = (face: number): Glyph | undefined => NUMERALS[face - 1];
export const faceWord = (face: number): string => WORDS[face - 1] ?? String(face);
