/** Bead plate, big road and frequencies, from rolls and from what each roll lights. */
import { dice, total } from "../felt/notes";

/** The spots that stand for a mark; the first lit one counts. `breaks` does not end or begin a streak. */
export interface MarkKind {
  readonly spot: string;
  readonly breaks: boolean;
}

export const MARKS: readonly MarkKind[] = [
  { spot: "any-triple", breaks: true },
  { spot: "big", breaks: false },
  { spot: "small", breaks: false },
];

/** The mark of a void round: it has no roll, breaks no streak and does not count. */
export const VOID = "void";

export type Lights = Readonly<Record<string, readonly string[]>>;

export interface Bead {
  readonly round: number;
  readonly roll: string;
  readonly total: number;
  readonly mark: string;
}

export function beads(recent: readonly (readonly [number, string])[], lights: Lights): Bead[] {
  return recent.map(([round, roll]) => (roll ? { round, roll, total: total(roll), mark: markOf(roll, lights) } : { round, roll, total: 0, mark: VOID }));
}

export function markOf(roll: string, lights: Lights): string {
  const lit = lights[roll] ?? [];
  return MARKS.find((kind) => lit.includes(kind.spot))?.spot ?? "";
}

export interface Placed {
  readonly column: number;
  readonly row: number;
}

/** Column by column, downwards; the oldest columns are dropped if there are too many. */
export function beadPlate(all: readonly Bead[], rows: number, columns: number): (Bead & Placed)[] {
  const surplus = Math.max(0, Math.ceil(all.length / rows) - columns) * rows;
  return all.slice(surplus).map((bead, place) => ({
    ...bead,
    column: Math.floor(place / rows),
    row: place % rows,
  }));
}

export interface Streak extends Placed {
  readonly mark: string;
  /** The number of following marks that break nothing. */
  readonly between: number;
}

/** A new column for each change; a streak without room below turns to the right. */
export function bigRoad(all: readonly Bead[], rows: number, columns: number): Streak[] {
  const taken = new Set<string>();
  const road: Streak[] = [];
  let start = -1;
  for (const bead of all) {
    const last = road.at(-1);
    if (MARKS.some((kind) => kind.breaks && kind.spot === bead.mark)) {
      if (last) road[road.length - 1] = { ...last, between: last.between + 1 };
      continue;
    }
    if (!bead.roll || !bead.mark) continue;
    let column: number;
    let row: number;
    if (last?.mark === bead.mark) {
      const below = last.row + 1 < rows && !taken.has(`${last.column} ${last.row + 1}`);
      [column, row] = below ? [last.column, last.row + 1] : [last.column + 1, last.row];
    } else {
      start += 1;
      while (taken.has(`${start} 0`)) start += 1;
      [column, row] = [start, 0];
    }
    taken.add(`${column} ${row}`);
    road.push({ mark: bead.mark, between: 0, column, row });
  }
  const surplus = Math.max(0, Math.max(-1, ...road.map((one) => one.column)) + 1 - columns);
  return road.filter((one) => one.column >= surplus).map((one) => ({ ...one, column: one.column - surplus }));
}

export interface Frequency {
  readonly face: number;
  readonly count: number;
}

/** The number of dice that showed each face. */
export function frequencies(all: readonly Bead[]): Frequency[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const bead of all) for (const face of bead.roll ? dice(bead.roll) : []) counts[face - 1] = (counts[face - 1] ?? 0) + 1;
  return counts.map((count, place) => ({ face: place + 1, count }));
}

/** The counts between which 95 % of fair dice lie: the mean plus or minus two deviations. */
export function expected(tries: number, chance: number): readonly [number, number] {
  const mean = tries * chance;
  const spread = 2 * Math.sqrt(tries * chance * (1 - chance));
  return [Math.max(0, Math.ceil(mean - spread)), Math.min(tries, Math.floor(mean + spread))];
}

export function shares(all: readonly Bead[]): { mark: string; count: number }[] {
  return MARKS.map(({ spot }) => ({ mark: spot, count: all.filter((bead) => bead.mark === spot).length }));
}
