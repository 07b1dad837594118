/** What a terminal keeps on its own device, so that a reload loses nothing: by table and seat, or by pay table. */
import type { Wagers } from "../../felt/wagers";

export type Stakes = Readonly<Record<string, number>>;

/** Private windows and full disks keep nothing; then a reload begins anew. */
export function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`taisai.${key}`) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`taisai.${key}`);
    else localStorage.setItem(`taisai.${key}`, JSON.stringify(value));
  } catch {
    // nothing is kept then
  }
}

interface KeptWagers {
  readonly round: number;
  readonly wagers: Wagers;
}

const wagersKey = (table: string, seat: number) => `wagers.${table}.${seat}`;

export const keepWagers = (table: string, seat: number, round: number, wagers: Wagers): void =>
  write(wagersKey(table, seat), wagers.pieces.length ? { round, wagers } : null);

/** Of the round under way. What was on its way at the reload is the server's to say: it is in the stakes or it is not. */
export function keptWagers(table: string, seat: number, round: number): Wagers | null {
  const kept = read<KeptWagers>(wagersKey(table, seat));
  if (!kept || kept.round !== round || kept.wagers.seat !== seat) return null;
  const pieces = kept.wagers.pieces.filter((one) => one.fate !== "sent");
  const known = new Set(pieces.map((one) => one.key));
  const acts = kept.wagers.acts.map((act) => act.filter((key) => known.has(key))).filter((act) => act.length);
  return { ...kept.wagers, pieces, acts };
}

const chipKey = (table: string) => `chip.${table}`;

export const keepChip = (table: string, chip: number): void => write(chipKey(table), chip);

export function keptChip(table: string, chips: readonly number[]): number {
  const kept = read<number>(chipKey(table));
  return chips.find((one) => one === kept) ?? chips[Math.min(1, chips.length - 1)] ?? 0;
}
