import { describe, expect, it } from "vitest";
import { planOf, planText, read, whole, written } from "../src/views/lab/address";
import { brief, root, share, shareSigned, units, unitsSigned, value } from "../src/views/lab/exact";
import { csv } from "../src/views/lab/file";
import en from "../src/i18n/messages/lab/en.json";
import ms from "../src/i18n/messages/lab/ms.json";
import hans from "../src/i18n/messages/lab/zh-Hans.json";
import hant from "../src/i18n/messages/lab/zh-Hant.json";
import { pairsOf } from "../src/views/lab/pairs";
import { band, rollsOf, testName } from "../src/views/lab/risk/fair";
import { linesOf } from "../src/views/lab/risk/floor";
import { throwsOf } from "../src/views/lab/risk/throws";
import { areasOf, kept, oddsValue, pointsOf, rowsOf, sorted, type Row } from "../src/views/lab/rows";
import { between } from "../src/views/lab/scale";
import { ticks } from "../src/shared/ticks";
import { clear, each, moved, noSlip, place, put, slipOf, STAKE_MAX, take, undo, wagersOf } from "../src/views/lab/slip";
import type { Comparison, LabSpot, LabTable } from "../src/wire";
import { declared } from "./spots";

const spot = (id: string, area: string, odds: string, edge: string, more: Partial<LabSpot> = {}): LabSpot => ({
  id, area, label: id, odds, inferred: false, clause: "4.1", ways: 6, hit: "1/36", edge, step: 1, variance: "35/36", reason: "", ...declared(id, area), ...more,
});
const table = (paytable: string, spots: LabSpot[]): LabTable => ({
  paytable, name: `Pay table of ${paytable}`, book: paytable.split("/")[0] ?? "", number: 1, house: "House", document: "Rules", edition: "1", source: "", fingerprint: "ab", spots,
});
const ONE = table("a/1", [spot("big", "big", "1", "1/36"), spot("total-4", "total", "62", "1/8"), spot("total-17", "total", "62", "1/8"), spot("total-9", "total", "6", "2/27")]);
const TWO = table("b/1", [spot("big", "big", "1", "1/36"), spot("total-4", "total", "64", "7/72"), spot("four-1", "four", "7.5*", "1/18", { inferred: true, reason: "torn" })]);

describe("words", () => {
  it("are the same in all languages", () => {
    for (const other of [hans, hant, ms]) expect(Object.keys(other)).toEqual(Object.keys(en));
  });
  it("have the same blanks in all languages", () => {
    const blanks = (text: string) => (text.match(/\{[a-z]+\}/g) ?? []).toSorted();
    for (const [key, text] of Object.entries(en)) {
      for (const other of [hans, hant, ms]) expect(blanks(other[key as keyof typeof en]), key).toEqual(blanks(text));
    }
  });
});

describe("throws", () => {
  it("are read as people write them, in the order of the dice", () => {
    for (const text of ["2-2-5\n6-3-1", "red,green,blue\r\n2,2,5\r\n6,3,1\r\n", "225631", "225\n631", "2 2 5\n\n6;3;1"]) expect(throwsOf(text)).toEqual({ throws: "225631" });
    expect(throwsOf("")).toEqual({ throws: "" });
  });
  it("that are none are named by their line", () => {
    expect(throwsOf("2-2-5\n2-2-7")).toEqual({ line: 2, text: "2-2-7" });
    expect(throwsOf("2-2-5\nred")).toEqual({ line: 2, text: "red" });
    expect(throwsOf("2-2")).toEqual({ line: 1, text: "2-2" });
  });
});

describe("fair dice", () => {
  it("have 56 rolls in 216 ways", () => {
    const rolls = rollsOf();
    expect(rolls).toHaveLength(56);
    expect(rolls.reduce((sum, one) => sum + one.ways, 0)).toBe(216);
    expect([rolls[0], rolls[1], rolls.at(-1)]).toEqual([{ roll: "1-1-1", ways: 1 }, { roll: "1-1-2", ways: 3 }, { roll: "6-6-6", ways: 1 }]);
  });
  it("lie in a band that narrows with the throws", () => {
    const [low, high] = band(1 / 6, 30_000);
    expect([low, high].map((one) => one.toFixed(4))).toEqual(["0.1611", "0.1722"]);
    expect(band(1 / 216, 10)[0]).toBe(0);
  });
  it("are tested under names in the reader's language", () => {
    expect([testName("die 2, chi-squared"), testName("faces after faces of die 3"), testName("what nobody knows")]).toEqual(["Die 2, chi-squared", "Faces after faces, die 3", "what nobody knows"]);
  });
});

describe("the floor", () => {
  it("is read from the house's report, fractions and all", () => {
    const names = ["table", "currency", "rounds", "staked", "win", "theoretical win", "standard deviation", "interval from", "interval to", "z", "verdict"];
    const report = { columns: names.map((name) => ({ name })), rows: [["T1", "SGD", 12, 1200, -50, "100/3", "7/2", -400, 480, "-0.31", "inside"]] };
    expect(linesOf(report)).toEqual([{ table: "T1", currency: "SGD", rounds: 12, staked: 1200, win: -50, expected: 100 / 3, from: -400, to: 480, z: "-0.31" }]);
  });
});

describe("fractions", () => {
  it("are shown exactly or as decimals", () => {
    expect(value("-35/9")).toBeCloseTo(-3.8889, 4);
    expect([share("1/36", "exact", "en"), share("1/36", "decimal", "en"), share("1/36", "decimal", "en", 4)]).toEqual(["1/36", "2.78%", "2.7778%"]);
    expect([shareSigned("1/36", "exact", "en"), shareSigned("-1/36", "decimal", "en"), shareSigned("0", "decimal", "en")]).toEqual(["+1/36", "−2.78%", "0.00%"]);
    expect([units("-35/9", "exact", "en"), units("-35/9", "decimal", "en")]).toEqual(["−35/9", "−3.8889"]);
    expect([unitsSigned("90", "exact", "en"), unitsSigned("0", "exact", "en"), unitsSigned("90", "decimal", "en")]).toEqual(["+90", "0", "+90"]);
    expect([root("35/36", "exact", "en"), root("4", "exact", "en"), root("4", "decimal", "en")]).toEqual(["√(35/36)", "√4", "2.00"]);
    expect([brief("1234567", "en"), brief("-130", "en"), brief("0", "en")]).toEqual(["+1.235M", "−130", "0"]);
  });
});

describe("rows", () => {
  const name = (row: Row) => row.spots.map((one) => one.id).join(" ");
  it("put together what is alike, and know a whole area", () => {
    expect(rowsOf(ONE, true).map(name)).toEqual(["big", "total-4 total-17", "total-9"]);
    expect(rowsOf(ONE, true).map((row) => row.whole)).toEqual([false, false, false]);
    expect(rowsOf(table("c/1", ONE.spots.slice(1, 3)), true)[0]?.whole).toBe(true);
    expect(rowsOf(ONE, false)).toHaveLength(4);
  });
  it("are kept by pay table, area, words and mark", () => {
    const all = [ONE, TWO].flatMap((one) => rowsOf(one, true));
    const filter = { tables: new Set(["a/1", "b/1"]), area: "", words: "", inferred: false };
    const found = (change: Partial<typeof filter>) => kept(all, { ...filter, ...change }, name).map((row) => row.key);
    expect(found({})).toHaveLength(6);
    expect(found({ tables: new Set(["b/1"]), area: "total" })).toEqual(["b/1 total-4"]);
    expect(found({ words: "TOTAL b/1" })).toEqual(["b/1 total-4"]);
    expect(found({ inferred: true })).toEqual(["b/1 four-1"]);
  });
  it("are sorted both ways, and what is equal keeps its order", () => {
    const all = [ONE, TWO].flatMap((one) => rowsOf(one, true));
    const edges = sorted(all, "edge", false).map((row) => value(row.first.edge));
    expect(edges).toEqual(edges.toSorted((one, other) => one - other));
    expect(sorted(all, "edge", false).slice(0, 2).map((row) => row.table.paytable)).toEqual(["a/1", "b/1"]);
    expect(sorted(all, "odds", true)[0]?.first.odds).toBe("64");
    expect(sorted(all, "table", true)[0]?.table.paytable).toBe("b/1");
    expect([oddsValue("1/2/12"), oddsValue("7.5*")]).toEqual([12, 7.5]);
  });
  it("become marks of a rulebook, an area and an edge", () => {
    const points = pointsOf([ONE, TWO].flatMap((one) => rowsOf(one, false)));
    expect(points.map((point) => `${point.book} ${point.area} ${point.edge} ${point.spots.length}`)).toEqual([
      "a big 1/36 1", "a total 1/8 2", "a total 2/27 1", "b big 1/36 1", "b total 7/72 1", "b four 1/18 1",
    ]);
    expect(areasOf(points)).toEqual(["big", "four", "total"]);
  });
});

describe("comparison", () => {
  it("puts together what compares alike", () => {
    const both = ONE.spots.slice(0, 3).map((one, place) => ({ one, other: TWO.spots[place ? 1 : 0] as LabSpot, alike: !place, gain: place ? "1/36" : "0" }));
    const found: Comparison = { one: "a/1", other: "b/1", same: false, alike: 1, both, one_only: ONE.spots.slice(3), other_only: TWO.spots.slice(2) };
    expect(pairsOf(found).map((pair) => [pair.fate, pair.one.length, pair.other.length])).toEqual([
      ["alike", 1, 1], ["differs", 2, 2], ["one-only", 1, 0], ["other-only", 0, 1],
    ]);
  });
});

describe("slip", () => {
  it("adds, takes off and goes back act by act", () => {
    const two = place(place(noSlip, "big", 100), "big", 50);
    expect(wagersOf(two)).toEqual([{ spot: "big", stake: 150 }]);
    expect(wagersOf(take(two, "big", 200))).toEqual([]);
    expect(wagersOf(undo(clear(two)))).toEqual(wagersOf(two));
    expect(wagersOf(undo(undo(two)))).toEqual([]);
    expect(undo(noSlip)).toBe(noSlip);
    expect(clear(noSlip)).toBe(noSlip);
    expect(wagersOf(undo(each(two, ["big", "small"], 1)))).toEqual(wagersOf(two));
  });
  it("holds whole stakes up to the most that is taken", () => {
    expect(put(noSlip, "big", 10 * STAKE_MAX).stakes.get("big")).toBe(STAKE_MAX);
    expect(put(noSlip, "big", 1.9).stakes.get("big")).toBe(1);
  });
  it("leaves behind what another pay table has no spot for", () => {
    const { slip, lost } = moved(slipOf([{ spot: "big", stake: 1 }, { spot: "odd", stake: 2 }]), new Set(["big"]));
    expect([wagersOf(slip), lost]).toEqual([[{ spot: "big", stake: 1 }], 1]);
  });
});

describe("address", () => {
  it("carries a plan there and back in plain signs", () => {
    const wagers = [{ spot: "big", stake: 100 }, { spot: "double-2", stake: 10 }];
    const text = planText("rws-6/2", wagers);
    expect(text).toBe("rws-6.2_big.100_double-2.10");
    expect(encodeURIComponent(text)).toBe(text);
    expect(planOf(text)).toEqual({ paytable: "rws-6/2", wagers });
    const shared = { view: "plan", one: "", other: "", paytable: "rws-6/2", wagers, more: {} } as const;
    expect(read(written(shared))).toEqual(shared);
  });
  it("reopens every view with what it was asked, and nothing else", () => {
    const more = { rounds: "200", bankroll: "2000", goal: "3000", hour: "60", maximum: "6400", systems: "flat.oscar", table: "T1", throws: "225136" };
    const shared = { one: "", other: "", paytable: "rws-6/2", wagers: [{ spot: "big", stake: 100 }], more };
    const kept = { evening: ["rounds", "bankroll", "goal", "hour"], systems: ["rounds", "bankroll", "goal", "maximum", "systems"], house: ["rounds"], dice: ["table", "throws"] } as const;
    for (const [view, names] of Object.entries(kept)) {
      const again = read(written({ ...shared, view: view as keyof typeof kept }));
      expect(again.view).toBe(view);
      expect(Object.keys(again.more).sort()).toEqual([...names].sort());
      expect(again.wagers).toEqual(view === "dice" ? [] : shared.wagers);
    }
  });
  it("takes no nonsense for what a view is asked", () => {
    const more = read("?view=dice&throws=227&rounds=-5&bankroll=1e9&goal=0&systems=<b>&table=a/b").more;
    expect(more).toEqual({});
    expect(whole(more, "rounds", 200)).toBe(200);
  });
  it("leaves out what cannot be read", () => {
    expect(planOf("../x_big.1_big.-1_<b>.1_odd.0_even.9999999999_small.2.5_four-1.7")).toEqual({
      paytable: "", wagers: [{ spot: "big", stake: 1 }, { spot: "four-1", stake: 7 }],
    });
    expect(read("?view=nothing").view).toBe("edges");
    expect(read("?plan=rws-6.2").view).toBe("plan");
    expect(read("?one=rws-6.2&other=etg.2")).toMatchObject({ view: "compare", one: "rws-6/2", other: "etg/2" });
  });
});

describe("files and axes", () => {
  it("quote as RFC 4180 says", () => {
    expect(csv([["a", "b,c"], [1, 'say "x"']])).toBe('a,"b,c"\r\n1,"say ""x"""\r\n');
  });
  it("have round ticks that hold all values", () => {
    expect(ticks(0, 0.2917, 7)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
    expect(ticks(0, 105, 4)).toEqual([0, 50, 100, 150]);
    expect(ticks(0, 0, 4)[0]).toBe(0);
  });
  it("find places between bars", () => {
    const at = between([-110, 10, 90], [0, 100, 200]);
    expect([at(-110), at(-50), at(50), at(90), at(170)]).toEqual([0, 50, 150, 200, 300]);
    expect(between([5], [42])(7)).toBe(42);
  });
});
