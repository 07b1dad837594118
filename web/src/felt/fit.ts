/** How an arrangement fills a surface: which one, on how many pages, and every cell's rectangle in pixels. */
import type { ArrangementInfo, BlockInfo } from "../wire";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedCell extends Rect {
  readonly spot: string;
}

export interface PlacedBlock extends Rect {
  readonly title: string;
  readonly titled: number;
  /** Cells in one line. */
  readonly rows: readonly (readonly PlacedCell[])[];
}

export interface Page {
  readonly blocks: readonly PlacedBlock[];
  readonly width: number;
  readonly height: number;
}

export interface Fit {
  readonly name: string;
  readonly pages: readonly Page[];
}

export interface Surface {
  readonly width: number;
  readonly height: number;
}

const LOWER_MOST = 0.92; // of the height, within which the old layout is kept
const SHAPE = 1.3; // units look best a little taller than wide
const UNIT_MIN = 14; // pixels per unit of height, so that titles are readable
const STRETCH_MAX = 2.6;
const NARROW = 46; // minimum cell width for a finger, in pixels
const LOW = 32; // and minimum height
const AROUND = 4; // pixels of a cell that do not react to touch
const SLIM = 480; // pixels of width without room for more tabs
const PAGES_MOST = 6;

/** The surface to lay out for: the previous one if the room is as wide and hardly lower. It is then scaled down a
 * little, because a new layout takes a slow machine half a second. */
export function kept(before: Surface, width: number, height: number): Surface {
  const hardly = before.width === width && height <= before.height && height >= before.height * LOWER_MOST;
  return hardly ? before : { width, height };
}

/** `tabs` is the height of the page tabs, which is deducted if there is more than one page; without it there is one
 * page. */
export function fit(arrangements: readonly ArrangementInfo[], width: number, height: number, tabs = Infinity): Fit {
  const [first, ...others] = arrangements.map((one) => {
    const pages = laid(one, width, height, tabs);
    return { name: one.name, pages, strain: shape(one, width, height) + tightness(pages) };
  });
  if (!first) throw new Error("a layout without arrangements");
  const { name, pages } = others.reduce((best, one) => (one.strain < best.strain ? one : best), first);
  return { name, pages };
}

function laid(arrangement: ArrangementInfo, width: number, height: number, tabs: number): Page[] {
  const wanted = (room: number) => Math.max(1, Math.ceil((arrangement.height * UNIT_MIN) / Math.max(room, 1)));
  const made = (count: number) => {
    const pages = paged(arrangement, count);
    const room = Math.max(1, pages.length > 1 ? height - tabs : height);
    return pages.map((blocks) => placed(blocks, arrangement.width, width, room));
  };
  if (tabs === Infinity) return made(1);
  const low = width < SLIM ? LOW : LOW + AROUND;
  let best = made(wanted(height) === 1 ? 1 : wanted(height - tabs));
  for (let more = best.length + 1; more <= PAGES_MOST && lowest(best) < low; more++) {
    const next = made(more);
    if (lowest(next) > lowest(best)) best = next;
  }
  return best;
}

const lowest = (pages: readonly Page[]): number => Math.min(...pages.flatMap(cellsOf).map((cell) => cell.height));

const shape = (one: ArrangementInfo, width: number, height: number) => Math.abs(Math.log(height / one.height / (width / one.width) / SHAPE));

/** The number of cells too small for a finger, which counts more than a poor shape. */
function tightness(pages: readonly Page[]): number {
  const cells = pages.flatMap(cellsOf);
  const narrowest = Math.min(...cells.map((cell) => cell.width));
  return 3 * (Math.max(0, Math.log(NARROW / narrowest)) + Math.max(0, Math.log(LOW / lowest(pages))));
}

/** Split between blocks, so that the tallest page is as low as possible and the first has the most room. */
function paged(arrangement: ArrangementInfo, wanted: number): BlockInfo[][] {
  const bands = bandsOf(arrangement.blocks);
  let limit = arrangement.height / wanted;
  const tallest = Math.max(...bands.map((band) => band.height));
  limit = Math.max(limit, tallest);
  for (; ; limit += 1) {
    const pages: BlockInfo[][] = [];
    let room = 0;
    for (const band of bands.toReversed()) {
      const [first] = pages;
      if (first && band.height <= room) {
        first.unshift(...band.blocks);
        room -= band.height;
      } else {
        pages.unshift([...band.blocks]);
        room = limit - band.height;
      }
    }
    if (pages.length <= wanted) return pages;
  }
}

function bandsOf(blocks: readonly BlockInfo[]): { blocks: BlockInfo[]; height: number }[] {
  const bands: { blocks: BlockInfo[]; top: number; bottom: number }[] = [];
  for (const block of [...blocks].sort((one, other) => one.y - other.y)) {
    const band = bands.at(-1);
    if (band && block.y < band.bottom) {
      band.blocks.push(block);
      band.bottom = Math.max(band.bottom, block.y + block.height);
    } else {
      bands.push({ blocks: [block], top: block.y, bottom: block.y + block.height });
    }
  }
  return bands.map(({ blocks: found, top, bottom }) => ({ blocks: found, height: bottom - top }));
}

function placed(blocks: BlockInfo[], units: number, width: number, height: number): Page {
  const top = Math.min(...blocks.map((block) => block.y));
  const tall = Math.max(...blocks.map((block) => block.y + block.height)) - top;
  const ux = width / units;
  const uy = Math.min(height / tall, ux * STRETCH_MAX);
  const scaled = (one: { x: number; y: number; width: number; height: number }): Rect => ({
    x: one.x * ux,
    y: (one.y - top) * uy,
    width: one.width * ux,
    height: one.height * uy,
  });
  const made = blocks.map((block) => {
    const rows = new Map<number, PlacedCell[]>();
    for (const cell of block.cells) {
      rows.set(cell.y, [...(rows.get(cell.y) ?? []), { spot: cell.spot, ...scaled(cell) }]);
    }
    return { ...scaled(block), title: block.title, titled: block.title ? uy : 0, rows: [...rows.values()] };
  });
  return { blocks: made, width, height: tall * uy };
}

export const cellsOf = (page: Page): PlacedCell[] => page.blocks.flatMap((block) => block.rows.flat());
