/** In which order winning spots light up: as the roll is called, the lowest face first and the total last. */
import type { SpotInfo } from "../wire";
import { dressOf, facesOf } from "./dress";
import { dice } from "./notes";

/** A spot of faces comes with the last of them that is called; whatever goes by the total comes with it. */
export function waveOf(spot: SpotInfo | undefined, roll: string): number {
  if (!spot || !roll) return 0;
  const called = [...new Set(dice(roll))];
  const { kind } = dressOf(spot);
  if (kind !== "face" && kind !== "dice" && !spot.dice.length) return called.length;
  return Math.max(0, ...facesOf(spot).map((face) => called.indexOf(face)));
}
