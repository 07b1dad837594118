/** Where the pips of a face lie, in a square of 100. */
const [A, B, C] = [27, 50, 73];

export const PIPS: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [[B, B]],
  [[A, A], [C, C]],
  [[A, A], [B, B], [C, C]],
  [[A, A], [C, A], [A, C], [C, C]],
  [[A, A], [C, A], [B, B], [A, C], [C, C]],
  [[A, A], [C, A], [A, B], [C, B], [A, C], [C, C]],
];

export const isRed = (face: number): boolean => face === 1 || face === 4;
export const radius = (face: number): number => (face === 1 ? 16 : 10);
