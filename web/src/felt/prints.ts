/** The print of a felt page: every cell with its shapes, and the titles of blocks. */
import type { SpotInfo } from "../wire";
import { art, ems, type Shape } from "./art";
import { dressOf } from "./dress";
import type { Page, PlacedBlock, PlacedCell } from "./fit";
import type { Note } from "./notes";
import type { Wording } from "./wording";

export interface Print {
  readonly cell: PlacedCell;
  readonly tone: string;
  readonly shapes: readonly Shape[];
}

export interface Heading {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

type Spots = ReadonlyMap<string, SpotInfo>;

export function prints(page: Page, spots: Spots, notes: ReadonlyMap<string, Note>, wording: Wording): Print[] {
  const print = (block: PlacedBlock, cell: PlacedCell): Print[] => {
    const spot = spots.get(cell.spot);
    if (!spot) return [];
    const odds = [block.title.includes(spot.odds) ? "" : wording.odds(spot.odds), wording.back(spot)].filter(Boolean).join(" · ");
    return [{ cell, tone: dressOf(spot).tone ?? "", shapes: art(cell, spot, odds, notes.get(spot.id), wording) }];
  };
  return page.blocks.flatMap((block) => block.rows.flat().flatMap((cell) => print(block, cell)));
}

export function headings(page: Page, spots: Spots, wording: Wording): Heading[] {
  return page.blocks.filter((block) => block.title).map((block) => {
    const text = wording.title(block.title, spots.get(block.rows[0]?.[0]?.spot ?? ""));
    const size = Math.min(block.titled * 0.72, 20, block.width / ems(text));
    return { text, x: block.x + block.width / 2, y: block.y + block.titled * 0.5 + size * 0.36, size };
  });
}

/** All cells as one path, to darken them at once. */
export const outline = (all: readonly Print[]): string =>
  all.map(({ cell }) => `M${cell.x + 1} ${cell.y + 1}h${Math.max(0, cell.width - 2)}v${Math.max(0, cell.height - 2)}h${-Math.max(0, cell.width - 2)}z`).join("");
