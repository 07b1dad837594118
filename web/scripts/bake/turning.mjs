/* Quaternions as [w, x, y, z], and vectors as arrays. */
export const times = ([a, b, c, d], [w, x, y, z]) => [
  a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w,
];
export const inverse = ([w, x, y, z]) => [w, -x, -y, -z];
export const dot = (one, other) => one.reduce((sum, part, place) => sum + part * other[place], 0);
export const unit = (one) => one.map((part) => part / Math.sqrt(dot(one, one)));
export const turned = (q, v) => times(times(q, [0, ...v]), inverse(q)).slice(1);

/** The angle between two orientations. */
export const apart = (one, other) => 2 * Math.acos(Math.min(1, Math.abs(dot(one, other))));

/** Along the shorter way. */
export function between(one, other, share) {
  const near = dot(one, other) < 0 ? other.map((part) => -part) : other;
  const angle = Math.acos(Math.min(1, dot(one, near)));
  if (angle < 1e-4) return near;
  const [a, b] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)];
  return one.map((part, place) => part * a + near[place] * b);
}

/** Our own generator, so that a seed always gives the same throw. */
export function seeded(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
