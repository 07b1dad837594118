/** The faces of a die: opposite ones add up to seven, and 1, 2, 3 go round their corner as on real dice. */

/** The faces at a die's own +x, -x, +y, -y, +z, -z. */
export type Faces = readonly [number, number, number, number, number, number];

/** 1 on top, 2 in front and 3 on the right, each with the positions of the others. */
const ROUND: Readonly<Record<number, readonly number[]>> = { 1: [2, 3, 5, 4], 2: [1, 4, 6, 3], 3: [1, 2, 6, 5], 4: [1, 5, 6, 2], 5: [1, 3, 6, 4], 6: [2, 4, 5, 3] };

/** A die with a face on its +z; `spin` selects which of the four faces around it comes first. */
export function faces(above: number, spin: number): Faces {
  const round = ROUND[above] ?? [];
  const at = (place: number) => round[(place + spin) % 4] ?? 0;
  return [at(0), at(2), at(1), at(3), above, 7 - above];
}
