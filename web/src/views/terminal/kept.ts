/** What a terminal stores on its own device, so that a reload loses nothing: by table and seat, or by pay table. */
import type { Wagers } from "../../felt/wagers";

export type Stakes = Readonly<Record<string, number>>;

/** Private windows and full disks store nothing; then a reload starts fresh. */
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
    // then nothing is stored
  }
}

interface KeptWagers {
  readonly round: number;
  readonly wagers: Wagers;
}

const wagersKey = (table: string, seat: number) => `wagers.${table}.${seat}`;

export const keepWagers = (table: string, seat: number, round: number, wagers: Wagers): void =>
  write(wagersKey(table, seat), wagers.pieces.length ? { round, wagers } : null);

/** For the current round. The server knows what was being sent at the reload: it is in the stakes or not. */
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
