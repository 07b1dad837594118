import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Contributions } from "../src/views/terminal/contributions";
import { prove, seedBefore, struckOf, throwOf, type Drawn } from "../src/views/terminal/panels/prove";
import type { Proof } from "../src/wire";

interface Vector {
  readonly table: string;
  readonly round: number;
  readonly seed: string;
  readonly before: string;
  readonly contributions: readonly string[];
  readonly beacon: string;
  readonly throw: string;
}

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/throws.md"), "utf8");
const VECTORS = JSON.parse(/```json\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "[]") as Vector[];
const NOTHING = { commitment: "", committed_at: "", began_at: "", throw: "", seed: "", link: 0, end: "", contributions: [], beacon: 0, signature: "", beacon_key: "", beacon_chain: "", multipliers: { spots: [], struck: [], times: [] }, struck: {}, rule: "" };

function proofOf(vector: Vector): Proof {
  const { table, round, seed, before, contributions } = vector;
  return { ...NOTHING, table, round, seed, contributions, commitment: before, end: before, link: 1, throw: vector.throw };
}

describe("the vectors of the page", () => {
  const own = VECTORS.filter((vector) => !vector.beacon);
  it("are there", () => expect(own.length).toBeGreaterThan(3));
  it.each(own)("$table $round $throw", async (vector) => {
    expect(await seedBefore(vector.seed)).toBe(vector.before);
    expect(await throwOf(proofOf(vector))).toBe(vector.throw);
    expect((await prove(proofOf(vector))).fits).toBe(true);
  });
});

it("takes in what a beacon published: round 1000 of drand's quicknet", async () => {
  const vector = VECTORS[3] as Vector;
  const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
  const proof = { ...proofOf(vector), beacon: 1000, signature, throw: "1-3-3" };
  expect((await prove(proof)).fits).toBe(true);
  expect((await prove({ ...proof, signature: "" })).fits).toBe(false);
});

interface Struck extends Omit<Vector, "before" | "throw"> {
  readonly multipliers: Drawn;
  readonly struck: Readonly<Record<string, number>>;
}

describe("multipliers of the page", () => {
  const vectors = (JSON.parse([...PAGE.matchAll(/```json\n([\s\S]*?)```/g)][1]?.[1] ?? "[]") as Struck[]).filter((vector) => !vector.beacon);
  it("are there", () => expect(vectors.length).toBeGreaterThan(3));
  it.each(vectors)("$table $round", async ({ multipliers, struck, table, round, seed, contributions }) => {
    const secrets = { table, round, seed, contributions, signature: "" };
    expect(await struckOf(secrets, multipliers)).toEqual(struck);
    const before = await seedBefore(seed);
    const sound = { ...NOTHING, ...secrets, commitment: before, end: before, link: 1, throw: await throwOf(secrets), multipliers, struck };
    expect((await prove(sound)).fits).toBe(true);
    expect((await prove({ ...sound, struck: { ...struck, other: 2 } })).fits).toBe(false);
    expect((await prove({ ...sound, struck: Object.fromEntries(Object.entries(struck).map(([spot, times]) => [spot, times + 1])) })).fits).toBe(Object.keys(struck).length === 0);
  });
});

describe("a proof that was forged", () => {
  const sound = proofOf(VECTORS.find((vector) => vector.contributions.length > 1) as Vector);
  const other = "5".repeat(64);
  it.each<[string, Partial<Proof>]>([
    ["another seed", { seed: other }],
    ["another commitment", { commitment: other }],
    ["another end", { end: other }],
    ["another place in the chain", { link: 2 }],
    ["another throw", { throw: "1-1-1" }],
    ["a contribution less", { contributions: sound.contributions.slice(1) }],
    ["a contribution more", { contributions: [...sound.contributions, other] }],
    ["another round", { round: sound.round + 1 }],
    ["another table", { table: "T9" }],
  ])("%s", async (_, forged) => {
    expect((await prove(sound)).fits).toBe(true);
    expect((await prove({ ...sound, ...forged })).fits).toBe(false);
  });

  it("leads back to the end of its chain", async () => {
    const [second] = [sound.seed];
    const first = await seedBefore(second);
    const end = await seedBefore(first);
    expect((await prove({ ...sound, link: 2, commitment: first, end })).fits).toBe(true);
    expect((await prove({ ...sound, link: 3, commitment: first, end })).fits).toBe(false);
  });
});

describe("what a terminal contributes", () => {
  afterEach(() => localStorage.clear());

  it("is 32 bytes, the same until it is taken, and another in another round", () => {
    const made = new Contributions("T1");
    const first = made.next("");
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(made.next("")).toBe(first);
    expect(made.next(first)).toBe("");
    made.turn(first);
    expect(made.next(first)).not.toBe(first);
    expect(made.next(first)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is nothing where another terminal of the seat was first", () => {
    expect(new Contributions("T1").next("7".repeat(64))).toBe("");
  });

  it("is remembered for the proof, also after the page is loaded again", () => {
    const made = new Contributions("T1");
    made.took(7, "a");
    expect([made.of(7), made.of(8), new Contributions("T1").of(7), new Contributions("T2").of(7)]).toEqual(["a", "", "a", ""]);
  });

  it("forgets the oldest, and what is not a memory at all", () => {
    const made = new Contributions("T1");
    for (let round = 1; round <= 300; round++) made.took(round, String(round));
    expect(new Contributions("T1").of(1)).toBe("");
    expect(new Contributions("T1").of(300)).toBe("300");
    localStorage.setItem("taisai.contributions.T1", "{not json");
    expect(new Contributions("T1").of(300)).toBe("");
  });
});
