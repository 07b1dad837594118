/** Throws of receipts, worked out again from what the seed's entry says: docs/reference/throws.md. */
import { sameStruck, struckOf, throwOf, type Drawn } from "../views/terminal/panels/prove";
import type { Entry } from "./receipts";

export interface Rethrown {
  readonly round: number;
  readonly fits: boolean;
  /** How many terminals gave something to the throw. */
  readonly given: number;
  /** The round of the public beacon that it took in; 0 where it took in none. */
  readonly beacon: number;
  /** How many spots were multiplied; null where the pay table draws none, or the receipt of it is missing. */
  readonly struck: number | null;
}

const HEX = /^([0-9a-f]{2})*$/;
const hex = (value: unknown): string => (typeof value === "string" && HEX.test(value) ? value : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isSafeInteger(value) ? value : 0);

/** Nothing of rounds that were void, and of all where the table is not among the receipts. */
export async function rethrown(entries: readonly Entry[]): Promise<readonly Rethrown[]> {
  const table = entries.find((entry) => entry.event.is === "table-installed")?.event["table"];
  const told = entries.filter((entry) => entry.event.is === "seed-revealed" && entry.event["throw"]);
  if (typeof table !== "string") return [];
  const rule = drawnBy(entries.find((entry) => entry.event.is === "table-installed")?.event["multipliers"]);
  const drawn = new Map(entries.filter((entry) => entry.event.is === "multipliers-drawn").map(({ event }) => [event["round"], event["struck"]]));
  return Promise.all(told.map(({ event }) => one(table, event, rule, drawn.get(event["round"]))));
}

const NO_MULTIPLIERS: Drawn = { spots: [], struck: [], times: [] };

/** What entry 1 says of multipliers, which may be forged: only what has the right shape. */
function drawnBy(value: unknown): Drawn {
  if (typeof value !== "object" || value === null) return NO_MULTIPLIERS;
  const { spots, struck, times } = value as Record<string, unknown>;
  const words = Array.isArray(spots) && spots.every((one) => typeof one === "string") ? (spots as string[]) : [];
  const [many, by] = [weights(struck), weights(times)];
  return many.length && by.length && many.every(([one]) => one <= words.length) ? { spots: words, struck: many, times: by } : NO_MULTIPLIERS;
}

const weights = (value: unknown): [number, number][] =>
  Array.isArray(value) ? value.map((pair: unknown) => (Array.isArray(pair) ? ([count(pair[0]), count(pair[1])] as [number, number]) : ([0, 0] as [number, number]))).filter(([, weight]) => weight > 0) : [];

async function one(table: string, event: Entry["event"], rule: Drawn, told: unknown): Promise<Rethrown> {
  const list: unknown = event["contributions"];
  const contributions = Array.isArray(list) ? list.map(hex) : [];
  const [round, beacon, signature] = [count(event["round"]), count(event["beacon"]), hex(event["signature"])];
  const secrets = { table, round, seed: hex(event["seed"]), contributions, signature };
  const thrown = await throwOf(secrets);
  const struck = await struckOf(secrets, rule);
  const multiplied = told === undefined || sameStruck(struck, told as Record<string, number>);
  const fits = thrown === event["throw"] && Boolean(beacon) === Boolean(signature) && multiplied;
  return { round, beacon, given: contributions.length, fits, struck: told === undefined ? null : Object.keys(struck).length };
}
