/** Rotations as quaternions: w, x, y, z. */
export type Vector = readonly [x: number, y: number, z: number];
export type Turn = readonly [w: number, x: number, y: number, z: number];

export const times = ([a, b, c, d]: Turn, [w, x, y, z]: Turn): Turn => [
  a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w,
];

/** Along the shorter way. */
export function between(one: Turn, other: Turn, share: number): Turn {
  const dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2] + one[3] * other[3];
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  if (angle < 1e-3) return other;
  const a = Math.sin((1 - share) * angle) / Math.sin(angle);
  const b = (Math.sin(share * angle) / Math.sin(angle)) * (dot < 0 ? -1 : 1);
  return [one[0] * a + other[0] * b, one[1] * a + other[1] * b, one[2] * a + other[2] * b, one[3] * a + other[3] * b];
}

/** The directions of the three axes of a body. */
export function axes([w, x, y, z]: Turn): readonly [Vector, Vector, Vector] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

export const around = (angle: number): Turn => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
