/** Lists that the house sends page by page. */
export interface Page<T> {
  readonly some: readonly T[];
  readonly more: boolean;
}

/** The whole list: `ask` for the page after the entry that `name` names. `grown` is called with each page. */
export async function everyPage<T>(ask: (after: string) => Promise<Page<T>>, name: (one: T) => string, grown: (all: readonly T[]) => void = () => {}): Promise<readonly T[]> {
  let all: readonly T[] = [];
  for (;;) {
    const last = all.at(-1);
    const { some, more } = await ask(last === undefined ? "" : name(last));
    all = [...all, ...some];
    grown(all);
    if (!more || !some.length) return all;
  }
}
