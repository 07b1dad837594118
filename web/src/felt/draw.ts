/** Shapes as SVG elements. There are thousands and none ever changes, so they are created without components. Dice
 * are drawn directly: a reused symbol has its own position and clip, which a browser processes in every frame. */
import type { Attachment } from "svelte/attachments";
import { isRed, pipsPath } from "../dice/pips";
import { ink, mark, sides } from "../dice/sides.svelte";
import { GLYPHS } from "../glyphs";
import type { Shape } from "./art";
import type { Print } from "./prints";

type Attributes = Readonly<Record<string, string | number>>;

function made(name: string, attributes: Attributes, ...inside: (Element | string)[]): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A square inside a square, in hundredths of its size: inset, corner radius, line width. */
function square(name: string, { x, y, size }: Shape, inset: number, corner: number, line: number): Element {
  const part = size / 100;
  const [side, r] = [(100 - 2 * inset - 2 * corner) * part, corner * part];
  const arc = (across: number, along: number) => `a${r} ${r} 0 0 1 ${across} ${along}`;
  const d = `M${x + (inset + corner) * part} ${y + inset * part}h${side}${arc(r, r)}v${side}${arc(-r, r)}h${-side}${arc(-r, -r)}v${-side}${arc(r, -r)}z`;
  return made("path", { class: name, d, "stroke-width": line * part });
}

function drawn(shape: Shape): Element {
  const { x, y, size } = shape;
  switch (shape.is) {
    case "die": {
      const side = sides.of(shape.face);
      if (side) {
        const words = made("text", { x: x + size / 2, y: y + size * 0.66, "font-size": size * (side.picture ? 0.52 : 0.36), "text-anchor": "middle" }, mark(side)) as SVGElement;
        words.style.fill = ink(side);
        return made("g", { class: "die" }, square("ivory", shape, 2, 20, 2), square("edge", shape, 7, 16, 3), words);
      }
      const pips = made("path", { class: isRed(shape.face) ? "red" : "black", d: pipsPath(shape.face, x, y, size) });
      return made("g", { class: "die" }, square("ivory", shape, 2, 20, 2), square("edge", shape, 7, 16, 3), pips);
    }
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
