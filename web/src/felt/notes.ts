/** What is printed beside a banner, derived from what each roll lights. */

export interface Note {
  /** The lowest and highest total, if every total between them wins on some roll. */
  readonly range: readonly [number, number] | null;
  readonly losesOnTriples: boolean;
  /** The winning rolls. */
  readonly rolls: readonly string[];
}

export const dice = (roll: string): number[] => roll.split("-").map(Number);
export const total = (roll: string): number => dice(roll).reduce((sum, face) => sum + face, 0);
export const alike = (roll: string): boolean => new Set(dice(roll)).size === 1;

export function notes(lit: Readonly<Record<string, readonly string[]>>): Map<string, Note> {
  const winning = new Map<string, string[]>();
  for (const [roll, spots] of Object.entries(lit)) {
    for (const spot of spots) winning.set(spot, [...(winning.get(spot) ?? []), roll]);
  }
  return new Map([...winning].map(([spot, rolls]) => [spot, noteOf(rolls)]));
}

function noteOf(rolls: string[]): Note {
  const totals = new Set(rolls.map(total));
  const [low, high] = [Math.min(...totals), Math.max(...totals)];
  const whole = totals.size === high - low + 1 && totals.size > 1;
  return { range: whole ? [low, high] : null, losesOnTriples: !rolls.some(alike), rolls };
}
