/** How often each spot won recently, compared with the 95 % band of fair dice. */
import type { SpotInfo } from "../wire";
import { expected, type Bead, type Lights } from "./roads";

export interface Tally {
  readonly spot: SpotInfo;
  readonly count: number;
  readonly low: number;
  readonly high: number;
  /** The distance from its mean, in deviations; above 0 it came up more often. */
  readonly heat: number;
}

export function tallies(spots: readonly SpotInfo[], beads: readonly Bead[], lights: Lights): Tally[] {
  const rolls = beads.filter((bead) => bead.roll).map((bead) => new Set(lights[bead.roll] ?? []));
  return spots.map((spot) => {
    const [above = 0, below = 1] = spot.hit.split("/").map(Number);
    const chance = above / below;
    const count = rolls.filter((lit) => lit.has(spot.id)).length;
    const [low, high] = expected(rolls.length, chance);
    const deviation = Math.sqrt(rolls.length * chance * (1 - chance));
    return { spot, count, low, high, heat: deviation ? (count - rolls.length * chance) / deviation : 0 };
  });
}

/** The most and the least frequent, by how unlikely they are. */
export function extremes(all: readonly Tally[], most: number): { hot: Tally[]; cold: Tally[] } {
  const sorted = [...all].sort((one, other) => other.heat - one.heat);
  return { hot: sorted.slice(0, most).filter((one) => one.heat > 0), cold: sorted.slice(-most).reverse().filter((one) => one.heat < 0) };
}
