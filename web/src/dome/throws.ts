/** Throws of three dice from a physics engine (scripts/bake.mjs), as poses at any time and audible contacts. */
import baked from "./throws.json";
import { between, type Turn, type Vector } from "./turning";

export const STRUCK = ["die", "base", "glass"] as const;

/** `energy` is from 0 to 1, relative to the hardest contact of its throw. */
export interface Contact {
  readonly at_s: number;
  readonly on: (typeof STRUCK)[number];
  readonly energy: number;
}

export interface Pose {
  readonly at: Vector;
  readonly turn: Turn;
}

/** `flies`: it was in free fall on the way here. */
interface Key extends Pose {
  readonly at_s: number;
  readonly flies: boolean;
}

export type Path = readonly Key[];

export interface Throw {
  readonly length_s: number;
  readonly dice: readonly Path[];
  readonly contacts: readonly Contact[];
}

/** `gravity` is in die edges per second squared. */
interface Baked {
  readonly gravity: number;
  readonly seconds: readonly number[];
  readonly counts: readonly (readonly number[])[];
  readonly keys: string;
  readonly blows: string;
}

const TICK_S = 1 / 60;
const [ACROSS, HIGH, LOUD, PER_S] = [48, 50, 63, 200];

const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

export function unpacked({ seconds, counts, keys, blows }: Baked): Throw[] {
  const [poses, struck] = [bytes(keys), bytes(blows)];
  const [rows, hits] = [poses.length / 7, struck.length / 2];
  let [row, hit] = [0, 0];
  const column = (place: number) => poses[place * rows + row] ?? 0;

  function path(count: number): Key[] {
    let at_s = 0;
    return Array.from({ length: count }, () => {
      const head = column(0);
      at_s += (head & 31) * TICK_S;
      const key = { at_s, flies: head > 127, at: [(column(1) - 128) / ACROSS, (column(2) - 128) / ACROSS, column(3) / HIGH] as const, turn: turnOf((head >> 5) & 3, [4, 5, 6].map(column)) };
      row += 1;
      return key;
    });
  }

  function heard(count: number): Contact[] {
    let ticks = 0;
    return Array.from({ length: count }, () => {
      ticks += struck[hit] ?? 0;
      const how = struck[hits + hit] ?? 0;
      hit += 1;
      return { at_s: ticks / PER_S, on: STRUCK[how >> 6] ?? "base", energy: ((how & LOUD) / LOUD) ** 2 };
    });
  }

  return counts.map((count, place) => ({ length_s: seconds[place] ?? 0, dice: count.slice(0, 3).map(path), contacts: heard(count[3] ?? 0) }));
}

/** The largest component of a quaternion follows from the other three. */
function turnOf(largest: number, parts: readonly number[]): Turn {
  const others = parts.map((part) => (part - 128) / 127 / Math.SQRT2);
  const rest = Math.sqrt(Math.max(0, 1 - others.reduce((sum, part) => sum + part * part, 0)));
  others.splice(largest, 0, rest);
  return others as unknown as Turn;
}

export const THROWS: readonly Throw[] = unpacked(baked);

export function poseAt(path: Path, at_s: number): Pose {
  const next = path.findIndex((key) => key.at_s > at_s);
  const [one, other] = [path[next - 1], path[next]];
  if (!one || !other) return path.at(next === 0 ? 0 : -1) as Pose;
  const long_s = other.at_s - one.at_s;
  const share = (at_s - one.at_s) / long_s;
  const middle = (place: 0 | 1 | 2) => one.at[place] + (other.at[place] - one.at[place]) * share;
  const risen = other.flies ? 0.5 * baked.gravity * long_s * long_s * share * (1 - share) : 0;
  return { at: [middle(0), middle(1), middle(2) + risen], turn: between(one.turn, other.turn, share) };
}
