/** The order in which winning spots light up: as the roll is called, the lowest face first and the total last. */
import type { SpotInfo } from "../wire";
import { dressOf, facesOf } from "./dress";
import { dice } from "./notes";

/** A spot of faces lights with the last of its faces that is called; spots by total light with the total. */
export function waveOf(spot: SpotInfo | undefined, roll: string): number {
  if (!spot || !roll) return 0;
  const called = [...new Set(dice(roll))];
  const { kind } = dressOf(spot);
  if (kind !== "face" && kind !== "dice" && !spot.dice.length) return called.length;
  return Math.max(0, ...facesOf(spot).map((face) => called.indexOf(face)));
}
