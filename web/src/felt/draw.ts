/** Shapes as SVG elements. There are thousands and none ever changes, so they are created without components. Dice
 * are drawn directly: a reused symbol has its own position and clip, which a browser processes in every frame. */
import type { Attachment } from "svelte/attachments";
import { isRed, pipsPath, squarePath } from "../dice/pips";
import { ink, mark, sides } from "../dice/sides.svelte";
import { GLYPHS } from "../glyphs";
import type { Shape } from "./art";
import type { Print } from "./prints";

type Attributes = Readonly<Record<string, string | number>>;
type Die = Extract<Shape, { readonly is: "die" }>;

function made(name: string, attributes: Attributes, ...inside: (Element | string)[]): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A square inside a square, with a line as wide as so many hundredths of its size. */
function square(name: string, { x, y, size }: Shape, inset: number, corner: number, line: number): Element {
  return made("path", { class: name, d: squarePath(x, y, size, inset, corner), "stroke-width": (line * size) / 100 });
}

function faceOf({ x, y, size, face }: Die): Element {
  const side = sides.of(face);
  if (!side) return made("path", { class: isRed(face) ? "red" : "black", d: pipsPath(face, x, y, size) });
  const words = made("text", { x: x + size / 2, y: y + size * 0.66, "font-size": size * (side.picture ? 0.52 : 0.36), "text-anchor": "middle" }, mark(side)) as SVGElement;
  words.style.fill = ink(side);
  return words;
}

function drawn(shape: Shape): Element {
  const { x, y, size } = shape;
  switch (shape.is) {
    case "die":
      return made("g", { class: "die" }, square("ivory", shape, 2, 20, 2), square("edge", shape, 7, 16, 3), faceOf(shape));
    case "glyph":
      return made("path", { class: "glyph", d: GLYPHS[shape.glyph], transform: `translate(${x} ${y}) scale(${size / 100})` });
    case "text":
      return made("text", { class: shape.ink, x, y, "font-size": size, "text-anchor": shape.left ? "start" : "middle" }, shape.text);
  }
}

function ground({ cell, tone }: Print): Element {
  const { spot, x, y, width, height } = cell;
  const size = { width: Math.max(0, width - 3), height: Math.max(0, height - 3) };
  return made("rect", { class: `ground ${tone}`, "data-ground": spot, x: x + 1.5, y: y + 1.5, ...size, rx: 4 });
}

export const grounds = (prints: readonly Print[]): Attachment => (node) => node.replaceChildren(...prints.map(ground));

export const inks = (prints: readonly Print[]): Attachment => (node) =>
  node.replaceChildren(...prints.map(({ cell, shapes }) => made("g", { class: "print", "data-print": cell.spot }, ...shapes.map(drawn))));
