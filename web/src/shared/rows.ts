/** The drawn rows of a long list: visible ones, a focused one, and gaps in place of the rest. */

export type Key = string | number;

/** The visible part, in pixels from the start of the list. */
export interface Sight {
  readonly top: number;
  readonly bottom: number;
}

export interface Gap {
  readonly key: string;
  readonly height: number;
}

export interface Drawn {
  readonly key: Key;
  readonly at: number;
}

export const WHOLE = 100; // up to so many rows, all are drawn
const GUESS = 40; // pixels, before anything is measured

/** The heights of lines, by the first row of each: measured, or estimated from the others. */
export class Heights {
  private readonly known = new Map<Key, number>();
  private sum = 0;

  of(key: Key): number {
    return this.known.get(key) ?? (this.known.size ? this.sum / this.known.size : GUESS);
  }

  /** Whether that is new. Once is enough: if every change of height moved the list, it might never settle. */
  learn(key: Key, height: number): boolean {
    if (!height || this.known.has(key)) return false;
    this.known.set(key, height);
    this.sum += height;
    return true;
  }

  forget(): void {
    this.known.clear();
    this.sum = 0;
  }
}

/** A line has as many rows as there are columns and the height of its first row. The focused row keeps its
 * neighbours, for the tab key. */
export function drawn(keys: readonly Key[], columns: number, heights: Heights, sight: Sight, held: Key | null): (Gap | Drawn)[] {
  const found: (Gap | Drawn)[] = [];
  const place = held === null ? -1 : keys.indexOf(held);
  const wanted = place < 0 ? -Infinity : Math.floor(place / columns) * columns;
  let [y, gap] = [0, 0];
  const close = () => {
    if (gap) found.push({ key: `gap ${found.length}`, height: gap });
    gap = 0;
  };
  for (let at = 0; at < keys.length; at += columns) {
    const line = keys.slice(at, at + columns);
    const height = heights.of(line[0] as Key);
    if (Math.abs(at - wanted) <= columns || (y + height > sight.top && y < sight.bottom)) {
      close();
      line.forEach((key, place) => found.push({ key, at: at + place }));
    } else gap += height;
    y += height;
  }
  close();
  return found;
}

/** The scroll container of a list; nothing if that is the page. */
export function frameOf(list: Element): Element | null {
  for (let one = list.parentElement; one && one !== document.body; one = one.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}
