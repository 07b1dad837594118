/** The print of a cell, as shapes inside its rectangle. */
import { sides } from "../dice/sides.svelte";
import type { Glyph } from "../glyphs";
import type { SpotInfo } from "../wire";
import { dressOf, facesOf, numeral, type Dress } from "./dress";
import type { Rect } from "./fit";
import { dice, type Note } from "./notes";
import type { Wording } from "./wording";

export type Shape =
  | { readonly is: "die"; readonly face: number; readonly x: number; readonly y: number; readonly size: number }
  | { readonly is: "glyph"; readonly glyph: Glyph; readonly x: number; readonly y: number; readonly size: number }
  | {
      readonly is: "text";
      readonly text: string;
      /** The centre, or the left edge if `left`. */
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly size: number;
      readonly ink: "strong" | "soft";
      readonly left?: boolean;
    };

export const EM = 0.5; // the largest width of an upper-case letter of the felt's font, with spacing
const HAN = 1.06; // a Chinese character is as wide as it is high
const SMALLEST = 9.5;
const FACES = [1, 2, 3, 4, 5, 6];

/** `odds` is empty if the block's title shows them. Text without enough room is left out. */
export function art(cell: Rect, spot: SpotInfo, odds: string, note: Note | undefined, wording: Wording): Shape[] {
  return drawn(cell, spot, odds, note, wording).filter((shape) => shape.size > 0);
}

function drawn(cell: Rect, spot: SpotInfo, odds: string, note: Note | undefined, wording: Wording): Shape[] {
  const dress = dressOf(spot);
  const label = wording.label(spot);
  const box = inset(cell);
  switch (dress.kind) {
    case "banner":
      return banner(box, bannerLines(spot, label, odds, note, dress, wording), dress);
    case "number":
      return stacked(box, [[facesOf(spot).join(" "), 0.56, "strong"], [brief(box, spot, odds, wording), 0.3, "soft"]]);
    case "face":
      return face(box, facesOf(spot)[0] ?? 0, wording);
    case "dice":
      return row(box, facesOf(spot), captionOf(dress, spot, label));
    case "triples":
      return triples(box, label, dress, note);
    case "picture":
      return stacked(box, [[spot.picture, 0.5, "strong"], [label, 0.26, "strong"], [odds, 0.2, "soft"]]);
    case "words":
      return stacked(box, [[label, 0.4, "strong"], [odds, 0.26, "soft"]]);
  }
}

/** Only figures if the words for the longest odds do not fit, so that a row looks uniform. */
function brief(box: Rect, spot: SpotInfo, odds: string, wording: Wording): string {
  const room = fitted(wording.odds("00"), box.width, box.height * 0.3) >= SMALLEST;
  return odds && !room ? `${spot.odds}:1` : odds;
}

function inset({ x, y, width, height }: Rect): Rect {
  const pad = Math.min(8, Math.max(3, Math.min(width, height) * 0.07));
  return { x: x + pad, y: y + pad, width: width - 2 * pad, height: height - 2 * pad };
}

/** The largest width of a text, as a multiple of its size. */
export const ems = (text: string): number => [...text].reduce((sum, letter) => sum + (letter >= "\u2e80" ? HAN : EM), 0);

/** The largest size at which a text fits a width. */
export function fitted(text: string, width: number, most: number): number {
  return Math.min(most, width / Math.max(1, ems(text)));
}

type Line = readonly [text: string, share: number, ink: "strong" | "soft"];

/** Lines below each other, each with its share of the height. Unreadable lines are left out; then the first uses all
 * the height. */
function stacked(box: Rect, lines: readonly Line[], left = false): Shape[] {
  const sized = lines.filter(([text]) => text).map(([text, share, ink]) => ({ text, ink, size: fitted(text, box.width, box.height * share) }));
  const readable = sized.filter(({ size }) => size >= SMALLEST);
  const alone = sized.slice(0, 1).map((line) => ({ ...line, size: fitted(line.text, box.width, box.height) }));
  const shown = readable.length ? readable : alone;
  const gap = Math.min(6, box.height * 0.07);
  const below = shown.map(({ text, size }, place) => (place < shown.length - 1 && /[,;JQ]/.test(text) ? size * 0.2 : 0));
  const whole = shown.reduce((sum, line, place) => sum + line.size * 0.78 + (below[place] ?? 0), 0) + gap * (shown.length - 1);
  let y = box.y + (box.height - whole) / 2;
  return shown.map(({ text, size, ink }, place) => {
    y += size * 0.78;
    const shape = { is: "text", text, x: left ? box.x : box.x + box.width / 2, y, size, ink, left } as const;
    y += gap + (below[place] ?? 0);
    return shape;
  });
}

/** If the big character is the label, it is not printed twice. */
function bannerLines(spot: SpotInfo, label: string, odds: string, note: Note | undefined, dress: Dress, wording: Wording): Line[] {
  const range = note?.range ? `${note.range[0]} – ${note.range[1]}` : "";
  return [
    [label === dress.glyph ? "" : label, 0.34, "strong"],
    [[range, odds].filter(Boolean).join("  ·  "), 0.2, "soft"],
    [note?.losesOnTriples && range ? wording.noTriple(spot) : "", 0.19, "soft"],
  ];
}

function banner(box: Rect, lines: readonly Line[], dress: Dress): Shape[] {
  const tall = above(box, lines, dress);
  const wide = beside(box, lines, dress);
  const sizes = (shapes: Shape[]) => shapes.filter((shape) => shape.is === "text").map((shape) => shape.size);
  const [across, along] = [sizes(wide), sizes(tall)];
  if (across.length !== along.length) return across.length > along.length ? wide : tall;
  const clearer = Math.min(...across) > Math.min(...along) * 1.25;
  return box.width > box.height * (clearer ? 1.15 : 1.45) ? wide : tall;
}

function beside(box: Rect, lines: readonly Line[], dress: Dress): Shape[] {
  const size = Math.min(box.height, box.width * 0.36);
  const words = { ...box, x: box.x + size * 1.12, width: box.width - size * 1.12 };
  const larger = lines.map(([text, share, ink]) => [text, share * 1.3, ink] as const);
  return [...glyphs(dress, box.x, box.y + (box.height - size) / 2, size), ...stacked(words, larger, true)];
}

function above(box: Rect, lines: readonly Line[], dress: Dress): Shape[] {
  const size = Math.min(box.width * 0.9, box.height * 0.5);
  const words = { ...box, y: box.y + size, height: box.height - size };
  const larger = lines.map(([text, share, ink]) => [text, share * 1.15, ink] as const);
  return [...glyphs(dress, box.x + (box.width - size) / 2, box.y, size), ...stacked(words, larger)];
}

function glyphs(dress: Dress, x: number, y: number, size: number): Shape[] {
  return dress.glyph ? [{ is: "glyph", glyph: dress.glyph, x, y, size }] : [];
}

function face(box: Rect, value: number, wording: Wording): Shape[] {
  const glyph = sides.of(value) ? undefined : numeral(value);
  if (box.width > box.height * 1.4) {
    const size = Math.min(box.height * 0.86, box.width * 0.4);
    const words = { ...box, x: box.x + size * 1.2, width: box.width - size * 1.2 };
    const text = Math.min(...FACES.map((one) => fitted(wording.face(one), words.width, box.height * 0.42)));
    const mark = Math.min(text * 0.8, box.height * 0.36);
    const top = box.y + (box.height - text * 0.78 - mark) / 2;
    return [
      { is: "die", face: value, x: box.x + 2, y: box.y + (box.height - size) / 2, size },
      { is: "text", text: wording.face(value), x: words.x, y: top + text * 0.76, size: text, ink: "strong", left: true },
      ...(glyph ? [{ is: "glyph", glyph, x: words.x, y: top + text * 0.8, size: mark } as const] : []),
    ];
  }
  return row(box, [value], wording.face(value));
}

function captionOf(dress: Dress, spot: SpotInfo, label: string): string {
  switch (dress.caption) {
    case "faces":
      return facesOf(spot).join(" ");
    case "label":
      return label;
    default:
      return "";
  }
}

const GAP = 0.08;

/** Dice side by side, or below each other in a tall cell, with a caption if it is readable. */
function row(box: Rect, faces: readonly number[], caption: string): Shape[] {
  const count = faces.length;
  const upright = count > 1 && box.height > box.width * 1.7;
  const along = upright ? box.height * 0.74 : box.width;
  const across = upright ? box.width * 0.82 : box.height;
  const alone = Math.min(along / (count + GAP * (count - 1)), across);
  const words = caption ? fitted(caption, box.width, Math.min(17, box.height * (upright ? 0.1 : 0.24))) : 0;
  const line = words >= SMALLEST ? words * 1.25 : 0;
  const size = Math.min(alone, upright ? alone : box.height - line, 84);
  const told = line > 0 && (upright || size >= Math.min(alone, box.height) * 0.6);
  const most = Math.min(alone, 84);
  const side = told ? size : most;
  const length = side * (count + GAP * (count - 1));
  const height = (upright ? length : side) + (told ? line : 0);
  const top = box.y + (box.height - height) / 2;
  const left = box.x + (box.width - (upright ? side : length)) / 2;
  const step = side * (1 + GAP);
  const drawn = faces.map(
    (one, place): Shape => ({
      is: "die",
      face: one,
      x: upright ? left : left + place * step,
      y: upright ? top + place * step : top,
      size: side,
    }),
  );
  if (!told) return drawn;
  const y = top + height - words * 0.12;
  return [...drawn, { is: "text", text: caption, x: box.x + box.width / 2, y, size: words, ink: "soft" }];
}

/** All winning rolls, in the number of columns that looks best. */
function triples(box: Rect, label: string, dress: Dress, note: Note | undefined): Shape[] {
  const rolls = (note?.rolls ?? []).slice(0, 6);
  const head = Math.min(box.height * 0.24, 34);
  const sized = (columns: number) =>
    Math.min(box.width / columns / 3.4, (box.height - head) / Math.ceil(rolls.length / columns) / 1.1);
  const columns = [1, 2, 3].reduce((best, one) => (sized(one) > sized(best) ? one : best));
  const lines = Math.ceil(rolls.length / columns);
  const text = Math.min(head * 0.8, box.width / Math.max(1.25 * ems(label), ems(label) + 1.4));
  const mark = text * 1.15;
  const wide = ems(label) * text + mark * 1.2;
  const start = box.x + (box.width - wide) / 2;
  const drawn: Shape[] = [
    { is: "text", text: label, x: start, y: box.y + head * 0.5 + text * 0.36, size: text, ink: "strong", left: true },
    ...glyphs(dress, start + wide - mark, box.y + (head - mark) / 2, mark),
  ];
  const room = { width: box.width / columns, height: (box.height - head) / Math.max(1, lines) };
  rolls.forEach((roll, place) => {
    const cell = {
      x: box.x + (place % columns) * room.width + room.width * 0.06,
      y: box.y + head + Math.floor(place / columns) * room.height + room.height * 0.08,
      width: room.width * 0.88,
      height: room.height * 0.84,
    };
    drawn.push(...row(cell, dice(roll), ""));
  });
  return drawn;
}
