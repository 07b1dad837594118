/** Which rows of a long list are drawn: those in sight, one that is held, and gaps as high as all that is left out. */

export type Key = string | number;

/** What is in sight, in pixels from where the list starts. */
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

export const WHOLE = 100; // rows that are all drawn, however little is in sight
const GUESS = 40; // pixels, before anything was measured

/** How high lines are, by the first row of each: as it was measured, else as those that were. */
export class Heights {
  private readonly known = new Map<Key, number>();
  private sum = 0;

  of(key: Key): number {
    return this.known.get(key) ?? (this.known.size ? this.sum / this.known.size : GUESS);
  }

  /** Whether that is news. Once is enough: if each height that changes moved the list, it might never come to rest. */
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

/** Rows lie in lines of as many as there are columns; a line is as high as its first row. With the held one come its neighbours, to which the tab key goes. */
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

/** What a list is scrolled in; nothing where that is the page. */
export function frameOf(list: Element): Element | null {
  for (let one = list.parentElement; one && one !== document.body; one = one.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}
