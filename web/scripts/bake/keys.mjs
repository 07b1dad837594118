/* The key poses of a die's path: between two of them it flies or moves evenly, and stays close to the true path. */
import { GRAVITY, TICK_HZ } from "./throwing.mjs";
import { apart, between } from "./turning.mjs";

const FAR = 0.07;
const ASKEW = 0.13;
const LONGEST = 31; // ticks, the most that a key can count
const WIDEST = 2.6; // radians, so that the shorter way is the right one

export function keysOf(ticks) {
  const keys = [{ after: 0, flies: false, ...ticks[0] }];
  for (let from = 0; from < ticks.length - 1; ) {
    const next = farthest(ticks, from);
    keys.push({ after: next.to - from, flies: next.flies, ...ticks[next.to] });
    from = next.to;
  }
  return keys;
}

function farthest(ticks, from) {
  for (let to = Math.min(ticks.length - 1, from + LONGEST); to > from + 1; to -= 1) {
    const flies = [true, false].find((one) => fits(ticks, from, to, one));
    if (flies !== undefined) return { to, flies };
  }
  return { to: from + 1, flies: false };
}

function fits(ticks, from, to, flies) {
  let way = 0;
  for (let tick = from; tick < to; tick += 1) way += apart(ticks[tick].turn, ticks[tick + 1].turn);
  if (way > WIDEST) return false;
  for (let tick = from + 1; tick < to; tick += 1) {
    const guess = guessed(ticks[from], ticks[to], (tick - from) / (to - from), (to - from) / TICK_HZ, flies);
    const off = Math.hypot(...guess.at.map((part, place) => part - ticks[tick].at[place]));
    if (off > FAR || apart(guess.turn, ticks[tick].turn) > ASKEW) return false;
  }
  return true;
}

/** A flying die falls freely; its rotation is even, because a cube rotates like a ball. */
function guessed(one, other, share, seconds, flies) {
  const at = one.at.map((part, place) => part + (other.at[place] - part) * share);
  if (flies) at[2] += 0.5 * GRAVITY * seconds * seconds * share * (1 - share);
  return { at, turn: between(one.turn, other.turn, share) };
}
