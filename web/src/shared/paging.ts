/** Listings that the house tells a page at a time. */
export interface Page<T> {
  readonly some: readonly T[];
  readonly more: boolean;
}

/** All of them: `ask` what comes after the one that `name` names. Whoever looks sees `grown` with each page. */
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
