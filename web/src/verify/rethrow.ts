/** Throws of receipts, calculated again from the seed's entry: docs/reference/throws.md. */
import { sameStruck, struckOf, throwOf, type Drawn } from "../views/terminal/panels/prove";
import type { Entry } from "./receipts";

export interface Rethrown {
  readonly round: number;
  readonly fits: boolean;
  /** How many terminals contributed to the throw. */
  readonly given: number;
  /** The round of the public beacon that it used; 0 for none. */
  readonly beacon: number;
  /** The number of multiplied spots; null if the pay table has no multipliers, or their receipt is missing. */
  readonly struck: number | null;
}

const HEX = /^([0-9a-f]{2})*$/;
const hex = (value: unknown): string => (typeof value === "string" && HEX.test(value) ? value : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isSafeInteger(value) ? value : 0);

/** Nothing for void rounds, or if the table is not among the receipts. */
export async function rethrown(entries: readonly Entry[]): Promise<readonly Rethrown[]> {
  const table = entries.find((entry) => entry.event.is === "table-installed")?.event["table"];
  const told = entries.filter((entry) => entry.event.is === "seed-revealed" && entry.event["throw"]);
  if (typeof table !== "string") return [];
  const rule = drawnBy(entries.find((entry) => entry.event.is === "table-installed")?.event["multipliers"]);
  const drawn = new Map(entries.filter((entry) => entry.event.is === "multipliers-drawn").map(({ event }) => [event["round"], event["struck"]]));
  return Promise.all(told.map(({ event }) => one(table, event, rule, drawn.get(event["round"]))));
}

const NO_MULTIPLIERS: Drawn = { spots: [], struck: [], times: [] };

/** The multipliers in entry 1, which may be forged: only data of the right shape. */
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
