/** Calculates a throw again, as docs/reference/throws.md describes. */
import type { Proof } from "../../../wire";

export interface Found {
  /** The hash of the seed. */
  readonly commitment: string;
  /** The value to which the chain of the seed leads back. */
  readonly end: string;
  /** The throw of the seed and the contributions; empty if the round was void. */
  readonly throw: string;
  /** Their multipliers; empty if the pay table has none. */
  readonly struck: Readonly<Record<string, number>>;
  readonly fits: boolean;
}

/** All inputs of a throw. */
export type Thrown = Pick<Proof, "table" | "round" | "seed" | "contributions" | "signature">;
type Weights = readonly (readonly [number: number, weight: number])[];
/** The multipliers of a pay table. */
export interface Drawn {
  readonly spots: readonly string[];
  readonly struck: Weights;
  readonly times: Weights;
}

const SALT = new TextEncoder().encode("taisai throw 1");
const SEED = new TextEncoder().encode("taisai seed 1");
const WAYS = 216;
const HKDF_BITS_MAX = 255 * 256;

export async function prove(proof: Proof): Promise<Found> {
  const commitment = await seedBefore(proof.seed);
  const end = await endOf(commitment, proof.link - 1);
  const thrown = proof.throw ? await throwOf(proof) : "";
  const struck = thrown ? await struckOf(proof, proof.multipliers) : {};
  const fits = commitment === proof.commitment && end === proof.end && thrown === proof.throw && sameStruck(struck, proof.struck);
  return { commitment, end, throw: thrown, struck, fits };
}

export const sameStruck = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([spot, times]) => other[spot] === times);

export async function throwOf(thrown: Thrown): Promise<string> {
  const drawn = await drawnBytes("taisai throw 1", thrown);
  const way = drawn.find((byte) => byte < WAYS) ?? 0;
  return [36, 6, 1].map((place) => 1 + (Math.floor(way / place) % 6)).join("-");
}

/** How many spots are struck, then which, then each multiplier: numbers of four bytes, skipping the incomplete range
 * at the top. */
export async function struckOf(thrown: Thrown, { spots, struck, times }: Drawn): Promise<Record<string, number>> {
  if (!spots.length) return {};
  const words = new DataView((await drawnBytes("taisai multipliers 1", thrown)).buffer);
  const left = [...spots];
  let at = 0;
  const below = (many: number): number => {
    for (;;) {
      const word = words.getUint32(at);
      at += 4;
      if (word < Math.floor(2 ** 32 / many) * many) return word % many;
    }
  };
  const weighed = (weights: Weights): number => {
    let place = below(weights.reduce((sum, [, weight]) => sum + weight, 0));
    return weights.find(([, weight]) => (place -= weight) < 0)?.[0] ?? 0;
  };
  const chosen = Array.from({ length: weighed(struck) }, () => left.splice(below(left.length), 1)[0] ?? "");
  return Object.fromEntries(chosen.map((spot) => [spot, weighed(times)]));
}

async function drawnBytes(name: string, { table, round, seed, contributions, signature }: Thrown): Promise<Uint8Array<ArrayBuffer>> {
  const beacon = signature ? await sha256(bytesOf(signature)) : "";
  const told = `${name}\n${table}\n${round}\n${contributions.length}\n${beacon ? 1 : 0}\n`;
  const secrets = bytesOf([seed, ...[...contributions].sort(), beacon].join(""));
  const key = await crypto.subtle.importKey("raw", secrets, "HKDF", false, ["deriveBits"]);
  const info = new TextEncoder().encode(told);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: SALT, info }, key, HKDF_BITS_MAX));
}

export async function seedBefore(seed: string): Promise<string> {
  return sha256(new Uint8Array([...SEED, ...bytesOf(seed)]));
}

async function endOf(from: string, links: number): Promise<string> {
  let found = from;
  for (let link = 0; link < links; link++) found = await seedBefore(found);
  return found;
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", content)));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}
