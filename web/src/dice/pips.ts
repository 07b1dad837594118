/** The shapes of a die. */

/** The positions of the pips of a face, in a square of 100. */
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

/** A square inside a square, in hundredths of its size: inset and corner radius. */
export function squarePath(x: number, y: number, size: number, inset: number, corner: number): string {
  const part = size / 100;
  const [side, r] = [(100 - 2 * inset - 2 * corner) * part, corner * part];
  const arc = (across: number, along: number) => `a${r} ${r} 0 0 1 ${across} ${along}`;
  return `M${x + (inset + corner) * part} ${y + inset * part}h${side}${arc(r, r)}v${side}${arc(-r, r)}h${-side}${arc(-r, -r)}v${-side}${arc(r, -r)}z`;
}

/** The pips of a face as one path, in a square of this size. */
export function pipsPath(face: number, x: number, y: number, size: number): string {
  const r = (radius(face) * size) / 100;
  const circle = ([across, along]: readonly [number, number]) => `M${x + (across * size) / 100 - r} ${y + (along * size) / 100}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  return (PIPS[face - 1] ?? []).map(circle).join("");
}
