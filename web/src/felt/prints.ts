/** What is printed on a page of the felt: every cell with its shapes, and the titles of blocks. */
import type { SpotInfo } from "../wire";
import { art, type Shape } from "./art";
import { dressOf } from "./dress";
import type { Page, PlacedBlock, PlacedCell } from "./fit";
import type { Note } from "./notes";

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
type OddsText = (odds: string) => string;

export function prints(page: Page, spots: Spots, notes: ReadonlyMap<string, Note>, oddsText: OddsText): Print[] {
  const print = (block: PlacedBlock, cell: PlacedCell): Print[] => {
    const spot = spots.get(cell.spot);
    if (!spot) return [];
    const odds = block.title.includes(spot.odds) ? "" : oddsText(spot.odds);
    return [{ cell, tone: dressOf(spot.area).tone ?? "", shapes: art(cell, spot, odds, notes.get(spot.id)) }];
  };
  return page.blocks.flatMap((block) => block.rows.flat().flatMap((cell) => print(block, cell)));
}

export function headings(page: Page, spots: Spots, oddsText: OddsText): Heading[] {
  return page.blocks.filter((block) => block.title).map((block) => {
    const text = titleOf(block, spots, oddsText);
    const size = Math.min(block.titled * 0.72, 20, block.width / (text.length * 0.5));
    return { text, x: block.x + block.width / 2, y: block.y + block.titled * 0.5 + size * 0.36, size };
  });
}

/** A title of odds alone says what they are. */
function titleOf(block: PlacedBlock, spots: Spots, oddsText: OddsText): string {
  const [first] = block.rows[0] ?? [];
  const odds = first ? (spots.get(first.spot)?.odds ?? "") : "";
  return block.title === odds ? oddsText(odds) : block.title.toUpperCase();
}

/** All cells as one path, to be darkened at once. */
export const outline = (all: readonly Print[]): string =>
  all.map(({ cell }) => `M${cell.x + 1} ${cell.y + 1}h${Math.max(0, cell.width - 2)}v${Math.max(0, cell.height - 2)}h${-Math.max(0, cell.width - 2)}z`).join("");
