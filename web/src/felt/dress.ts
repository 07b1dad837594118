/** How a spot is printed, as its rulebook declares it. Appearance, never rules. */
import { GLYPHS, type Glyph } from "../glyphs";
import type { SpotInfo } from "../wire";

export interface Dress {
  readonly kind: "banner" | "number" | "face" | "dice" | "triples" | "picture" | "words";
  readonly glyph: Glyph | undefined;
  readonly tone: "big" | "small" | "triple" | undefined;
  readonly caption?: "label" | "faces" | "none";
}

export type Declared = Pick<SpotInfo, "draw" | "glyph" | "picture" | "dice" | "counted">;

const TONES: Readonly<Record<string, Dress["tone"]>> = { 大: "big", 小: "small", 圍: "triple" };
const SIGNS: Readonly<Record<string, Glyph>> = { big: "大", small: "小", odd: "單", even: "雙", "any-triple": "圍" };
const NUMERALS: readonly Glyph[] = ["一", "二", "三", "四", "五", "六"];

const isGlyph = (sign: string): sign is Glyph => Object.hasOwn(GLYPHS, sign);

export function dressOf(spot: Declared): Dress {
  const glyph = isGlyph(spot.glyph) ? spot.glyph : undefined;
  const tone = glyph && TONES[glyph];
  return { kind: kindOf(spot), caption: captionOf(spot.dice), glyph, tone };
}

function kindOf({ draw, picture, dice, counted }: Declared): Dress["kind"] {
  if (picture) return "picture";
  if (draw === "banner" || draw === "number") return draw;
  if (draw !== "dice") return "words";
  return dice.length ? (dice.length === 1 && counted ? "face" : "dice") : "triples";
}

/** Three different faces are printed as numbers; more need no words. */
function captionOf(dice: readonly number[]): "label" | "faces" | "none" {
  if (dice.length > 3) return "none";
  return dice.length === 3 && new Set(dice).size > 1 ? "faces" : "label";
}

/** The numbers of a spot, as often as they are drawn, in the order of its label. */
export function facesOf({ id, area, label, dice }: Pick<SpotInfo, "id" | "area" | "label" | "dice">): number[] {
  const numbers = dice.length ? [...dice] : id.slice(area.length).split("-").filter(Boolean).map(Number);
  const named = (label.match(/\d+/g) ?? []).map(Number);
  const same = named.length === numbers.length && named.every((one) => numbers.includes(one));
  return same ? named : numbers;
}

/** The sign of a bead. */
export const markGlyph = (mark: string): Glyph | undefined => SIGNS[mark];

export const numeral = (face: number): Glyph | undefined => NUMERALS[face - 1];
