/* Throws as text: keys column by column, because columns compress better. src/dome/throws.ts reads it. */
import { GRAVITY } from "./throwing.mjs";

const ON = ["die", "base", "glass"];
const ACROSS = 48;
const HIGH = 50;
const LOUD = 63;
const PER_S = 200;

export function packed(throws) {
  const keys = throws.flatMap((one) => one.dice.flat());
  const columns = keys.map(row);
  const blows = throws.flatMap((one) => one.contacts.map((contact, place) => blow(contact, one.contacts[place - 1]?.at ?? 0)));
  return {
    gravity: GRAVITY,
    seconds: throws.map((one) => Math.round(one.seconds * 100) / 100),
    counts: throws.map((one) => [...one.dice.map((die) => die.length), one.contacts.length]),
    keys: text([...Array(7).keys()].flatMap((column) => columns.map((one) => one[column]))),
    blows: text([0, 1].flatMap((column) => blows.map((one) => one[column]))),
  };
}

const text = (bytes) => Buffer.from(Uint8Array.from(bytes)).toString("base64");
const byte = (value, most) => Math.max(0, Math.min(most, Math.round(value)));

/** A rotation is stored by three components; the largest follows from them. */
function row({ after, flies, at, turn }) {
  const largest = turn.reduce((best, part, place) => (Math.abs(part) > Math.abs(turn[best]) ? place : best), 0);
  const sign = Math.sign(turn[largest]);
  const parts = turn.filter((_, place) => place !== largest).map((part) => byte(part * sign * Math.SQRT2 * 127 + 128, 255));
  return [(after & 31) | (largest << 5) | (flies ? 128 : 0), byte(at[0] * ACROSS + 128, 255), byte(at[1] * ACROSS + 128, 255), byte(at[2] * HIGH, 255), ...parts];
}

const blow = ({ at, on, energy }, before) => [byte(Math.round(at * PER_S) - Math.round(before * PER_S), 255), (ON.indexOf(on) << 6) | byte(Math.sqrt(energy) * LOUD, LOUD)];
