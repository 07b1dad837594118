import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { checkAll, given, trustOf, unlinked } from "../src/verify/archive";
import { Bad, WHY } from "../src/verify/bad";
import { unpacked, utf8 } from "../src/verify/bytes";
import { judged } from "../src/verify/checking";
import { linked } from "../src/verify/link";
import en from "../src/i18n/messages/verify/en.json";
import ms from "../src/i18n/messages/verify/ms.json";
import hans from "../src/i18n/messages/verify/zh-Hans.json";
import hant from "../src/i18n/messages/verify/zh-Hant.json";
import { readKey } from "../src/verify/notes";
import { rethrown } from "../src/verify/rethrow";
import { storyOf } from "../src/verify/story";
import { checkCheckpoint } from "../src/verify/notes";
import vectors from "../../tests/log/receipts.json";
import replaced from "../../tests/log/rotations.json";

interface Vector {
  readonly name: string;
  readonly texts: readonly string[];
  readonly logs: readonly string[];
  readonly witnesses: readonly string[];
  readonly least: number;
  readonly why: string;
}

/** The receipts that the stand-alone file in Python is tested with too. */
const VECTORS: readonly Vector[] = vectors;
const sound = VECTORS.filter((one) => !one.why);
const forged = VECTORS.filter((one) => one.why);
const named = (name: string) => VECTORS.find((one) => one.name === name) as Vector;
const proved = (one: Vector) => checkAll(one.texts, trustOf(one.logs, one.witnesses, one.least));

describe("receipts", () => {
  it.each(sound)("$name is taken", (one) => expect(proved(one)).toHaveLength(one.texts.length));
  it.each(forged)("$name is refused", (one) => {
    expect(() => proved(one)).toThrow(Bad);
    try {
      proved(one);
    } catch (error) {
      expect((error as Bad).why).toBe(one.why);
    }
  });
  it("says which witnesses saw it, and when", () => {
    expect(proved(named("a wager that two witnesses saw"))[0]?.seen).toEqual([
      { witness: "witness.example/w1", at: 1_790_000_000 },
      { witness: "witness.example/w2", at: 1_790_000_000 },
    ]);
  });
});

describe("a story", () => {
  const { table, paytable, rounds } = storyOf(proved(named("a whole round")).map((one) => one.entry));
  it("names the pay table", () => expect([table, paytable]).toEqual(["T1", "nz-2008/1"]));
  it("tells what was wagered, rolled and paid, without what was taken back", () => {
    expect(rounds).toEqual([
      {
        round: 1, roll: "1-2-3", settled: true, changed: false,
        wagers: [{ seat: 1, spot: "small", stake: 500, times: 1, due: 1000 }, { seat: 1, spot: "double-1", stake: 100, times: 1, due: 0 }],
      },
    ]);
  });
  it("does not guess what is due without the pay table", () => {
    const [, ...others] = proved(named("a whole round"));
    expect(storyOf(others.map((one) => one.entry)).rounds[0]?.wagers.map((one) => one.due)).toEqual([null, null]);
  });
});

describe("what is handed over", () => {
  const one = named("a wager that two witnesses saw");
  const [text = ""] = one.texts;
  it("may be a file, an archive or a link", () => {
    const zip = zipSync({ "T1-3.tlog-proof": utf8(text), "keys.txt": utf8(`log ${one.logs[0]}\nwitness ${one.witnesses[0]}\n`) });
    expect(given(utf8(text)).texts).toEqual([text]);
    expect(given(zip)).toEqual({ texts: [text], logs: one.logs, witnesses: [one.witnesses[0]] });
    expect(unlinked(`#${linked(text, one.logs)}`)).toEqual({ texts: [text], logs: one.logs, witnesses: [] });
    expect(unlinked("")).toBeNull();
  });
  it("fits in a picture that a camera reads", () => expect(linked(text, one.logs).length).toBeLessThan(1_200));
  it.each([["an archive without receipts", zipSync({ "keys.txt": utf8("") })], ["an archive that is cut off", zipSync({ "a.tlog-proof": utf8(text) }).slice(0, 60)]])("%s is refused", (_, bytes) => expect(() => given(bytes)).toThrow(Bad));
  it("a link that is not a receipt is refused", () => {
    expect(() => unlinked("#r=!!!!")).toThrow(Bad);
    expect(judged({ texts: ["rubbish"], logs: [], witnesses: [] }, { logs: one.logs, witnesses: [], least: 0 }).is).toBe("bad");
  });
});

describe("a verdict", () => {
  const one = named("a wager that two witnesses saw");
  const mine = { logs: one.logs, witnesses: one.witnesses, least: 1 };
  const handed = { texts: one.texts, logs: one.logs, witnesses: one.witnesses };
  it("is sound with a key that somebody trusts", () => expect(judged(handed, mine).is).toBe("sound"));
  it("only fits a key that came along", () => expect(judged(handed, { ...mine, logs: [] }).is).toBe("fits"));
  it("is bad without any key", () => expect(judged({ ...handed, logs: [] }, { ...mine, logs: [] }).is).toBe("bad"));
  it("never counts witnesses that came along", () => {
    expect(judged(handed, { logs: one.logs, witnesses: [], least: 1 })).toMatchObject({ is: "bad", bad: { why: "witnesses" } });
  });
  it("is bad where a key that came along is another than the trusted one", () => {
    const thief = named("somebody else's key signed it");
    expect(judged({ texts: thief.texts, logs: thief.logs, witnesses: [] }, { ...mine, least: 0 })).toMatchObject({ is: "bad", bad: { why: "unsigned" } });
  });
});

describe("keys", () => {
  it("are those of signed notes", () => expect(readKey("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k").name).toBe("example.com/foo"));
  it.each(["", "example.com/foo", "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "a+b+c"])("%s is none", (text) => expect(() => readKey(text)).toThrow(Bad));
  it("are read strictly", () => expect(unpacked("AB=")).toBeNull());
});

const places = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(([place]) => place).sort();
describe.each([["en", en], ["zh-Hans", hans], ["zh-Hant", hant], ["ms", ms]] as const)("words in %s", (_, messages) => {
  it("has the same keys", () => expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort()));
  it.each(Object.entries(en))("%s names the same values", (key, text) => {
    expect(places((messages as Record<string, string>)[key] ?? "")).toEqual(places(text));
  });
  it.each(WHY)("%s has words", (why) => expect(messages[`why.${why}`]).toBeTruthy());
});

describe("throws of receipts are worked out again", () => {
  const seed = "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b";
  const contributions = ["7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"];
  const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
  const entry = (event: Record<string, unknown>) => ({ seq: 1, at: "", event }) as unknown as Parameters<typeof rethrown>[0][number];
  const table = entry({ is: "table-installed", table: "T1" });
  const told = { is: "seed-revealed", round: 41, seed, contributions, throw: "1-3-3", beacon: 1000, signature };
  const fits = async (change: object) => (await rethrown([table, entry({ ...told, ...change })])).map((one) => one.fits);

  it("with a beacon and without", async () => {
    expect(await rethrown([table, entry(told)])).toEqual([{ round: 41, beacon: 1000, given: 1, fits: true, struck: null }]);
    expect(await fits({ beacon: 0, signature: "", throw: "6-1-2" })).toEqual([true]);
  });
  it("and a forged one does not fit", async () => {
    for (const change of [{ throw: "6-6-6" }, { signature: "" }, { beacon: 0 }, { contributions: [] }, { seed: "x" }, { round: 42 }, { signature: 5 }]) {
      expect(await fits(change)).toEqual([false]);
    }
  });
  it("with what was multiplied, which is forged as little", async () => {
    const multipliers = { spots: ["big", "small"], struck: [[1, 1]], times: [[7, 1]] };
    const installed = entry({ is: "table-installed", table: "T1", wins: { big: { "1-2-6": "1" }, small: { "1-2-6": "0" } }, multipliers });
    const revealed = entry({ ...told, beacon: 0, signature: "", throw: "6-1-2" });
    const drawn = (struck: object) => rethrown([installed, revealed, entry({ is: "multipliers-drawn", round: 41, struck })]);
    const both = await Promise.all([drawn({ big: 7 }), drawn({ small: 7 })]);
    expect(both.map(([one]) => one?.fits).sort()).toEqual([false, true]);
    expect((await drawn({ big: 7, small: 7 }))[0]?.fits).toBe(false);
    expect((await drawn({}))[0]?.fits).toBe(false);
    expect((await rethrown([installed, revealed]))[0]).toMatchObject({ fits: true, struck: null });
  });
  it("and what is due is multiplied, where it is won, and not guessed where it is not told", () => {
    const installed = entry({ is: "table-installed", table: "T1", wins: { big: { "4-5-6": "3/2" }, small: { "4-5-6": "-1/2" } }, multipliers: { spots: ["big", "small"] } });
    const round = [{ is: "wager-placed", seat: 1, spot: "big", stake: 10 }, { is: "wager-placed", seat: 1, spot: "small", stake: 10 }, { is: "roll-entered", roll: "4-5-6" }];
    const said = (more: object[]) => storyOf([installed, ...[...round, ...more].map((event) => entry({ round: 3, ...event }))]).rounds[0]?.wagers.map((one) => one.due);
    expect(said([{ is: "multipliers-drawn", struck: { big: 7, small: 7 } }])).toEqual([10 + 15 * 7, 5]);
    expect(said([])).toEqual([null, null]);
  });
  it("and a commission is rounded as entry 1 says", () => {
    const due = (direction: string, unit: number, stake: number) => storyOf([
      entry({ is: "table-installed", table: "T1", wins: { big: { "4-5-6": "1" } }, commissions: { big: { of: 1, per: 20, unit, direction } } }),
      ...[{ is: "wager-placed", seat: 1, spot: "big", stake }, { is: "roll-entered", roll: "4-5-6" }].map((event) => entry({ round: 3, ...event })),
    ]).rounds[0]?.wagers[0]?.due;
    expect(["up", "down", "nearest"].map((direction) => due(direction, 5, 130))).toEqual([250, 255, 255]); // 6.5 of 130
    expect(due("nearest", 5, 150)).toBe(290); // 7.5 is halfway
    expect(due("up", 100, 30)).toBe(30); // never more than was won
  });
  it("and nothing is said of a round that was void, or without the table", async () => {
    expect(await fits({ throw: "" })).toEqual([]);
    expect(await rethrown([entry(told)])).toEqual([]);
  });
});

describe("keys that replaced each other", () => {
  const trusting = (place: number, notes: readonly string[] = replaced.rotations) => trustOf([replaced.keys[place] ?? ""], [], 0, notes);

  it.each([0, 1, 2])("are followed from the key %i, each for its time", (place) => {
    for (const { note, size, good } of replaced.checkpoints) {
      const judge = () => checkCheckpoint(note, trusting(place)).size;
      if (good) expect(judge()).toBe(size);
      else expect(judge).toThrow(Bad);
    }
  });
  it("and a second successor is refused, whoever comes first", () => {
    expect(() => trusting(0, [...replaced.rotations, replaced.second])).toThrow(Bad);
    expect(() => trusting(0, [replaced.second, ...replaced.rotations])).toThrow(Bad);
  });
  it("and a forged one is refused", () => {
    const [first = ""] = replaced.rotations;
    expect(() => trusting(0, [first.replace("\n10\n", "\n11\n")])).toThrow(Bad);
    expect(() => trusting(0, [first.split("\n").slice(0, -2).join("\n") + "\n"])).toThrow(Bad);
    expect(() => trusting(0, [replaced.checkpoints[0]?.note ?? ""])).toThrow(Bad);
  });
});
