/** Test rolls before a table opens. People judge the lights; this only suggests the next roll. */
import type { SpotInfo } from "../wire";

type Lights = Readonly<Record<string, readonly string[]>>;

/** The roll that lights most of the unlit areas, or else one that was not tried yet. */
export function nextRoll(lights: Lights, spots: readonly SpotInfo[], tested: readonly string[], unlit: readonly string[]): string {
  const areas = new Map(spots.map((spot) => [spot.id, spot.area]));
  const fresh = (roll: string) => new Set((lights[roll] ?? []).map((spot) => areas.get(spot) ?? "").filter((area) => unlit.includes(area))).size;
  const untried = Object.keys(lights).filter((roll) => !tested.includes(roll));
  return untried.reduce((best, roll) => (!best || fresh(roll) > fresh(best) ? roll : best), "");
}
