import { describe, expect, it } from "vitest";
import { read as readAddress, written as address } from "../src/views/lab/address";
import { meant, nameOf, picks, read, withOdds, without, written, type Draft } from "../src/views/lab/design/draft";
import type { LabSpot } from "../src/wire";

const DRAFT: Draft = {
  paytable: "rws-6/2",
  odds: { big: "0.95", "single-1": "1/2/20" },
  added: [{ name: "lucky", label: "Lücky 圍", pattern: "totals", selection: [7, "14"], odds: "6" }],
  removed: ["small"],
};

describe("a design in a link", () => {
  it("comes back whole, whatever letters its labels have", () => expect(read(written(DRAFT))).toEqual(DRAFT));

  it("stands in an address as it is, and comes back from it", () => {
    const design = written(DRAFT);
    expect(design).toMatch(/^[A-Za-z0-9_-]+$/);
    const search = address({ view: "design", one: "", other: "", paytable: "", wagers: [], more: { design } });
    const shared = readAddress(search);
    expect([shared.view, read(shared.more.design ?? "")]).toEqual(["design", DRAFT]);
  });

  it("is read from a link of before spots could be removed", () => expect(read(btoa('["rws-6/2",{},[]]'))).toEqual({ paytable: "rws-6/2", odds: {}, added: [], removed: [] }));

  it.each([btoa('["rws-6/2",{},[],[1]]'), "", "x", "bm90IGpzb24", btoa("[]"), btoa("[1,2,3]"), btoa('["rws-6/2",{"big":1},[]]'), btoa("null")])("is none where it cannot be read: %s", (text) => expect(read(text)).toBeUndefined());
});

describe("a forged link", () => {
  const lucky = DRAFT.added[0]!;
  const forged = (added: unknown, removed: unknown = []) => read(written({ ...DRAFT, added, removed } as Draft));

  it.each([[1], ["x"], [null], [{}], [{ ...lucky, label: {} }], [{ ...lucky, pattern: "evil" }], [{ ...lucky, selection: "7" }], [{ ...lucky, selection: [{}] }], [lucky, lucky]])("adds no spot that is none: %j", (...added) => expect(forged(added)).toBeUndefined());

  it("leaves a spot out once", () => expect(forged([lucky], ["small", "small"])?.removed).toEqual(["small"]));

  it("is not read when it is longer than any design", () => {
    expect(read(written({ ...DRAFT, paytable: "x".repeat(30_000) }))).toBeUndefined();
    const full = Array.from({ length: 20 }, (_, n) => ({ ...lucky, name: `lucky-${n}`, label: "圍".repeat(40), selection: Array<string>(20).fill("1-2-3"), odds: "1=1.25 2=2.25 3=12.25" }));
    const odds = Object.fromEntries(Array.from({ length: 107 }, (_, n) => [`domino-${n}`, "1.25/2.25/12.25"]));
    expect(read(written({ ...DRAFT, added: full, odds }))?.added).toHaveLength(20);
  });
});

describe("taking spots off", () => {
  it("leaves out what the pay table has, and forgets what was added, with its odds", () => {
    const draft = withOdds(DRAFT, ["lucky"], "5");
    expect(without(draft, ["lucky"])).toEqual({ ...DRAFT, added: [] });
    expect(without(draft, ["big"])).toEqual({ ...draft, odds: { "single-1": "1/2/20", lucky: "5" }, removed: ["small", "big"] });
  });
});

describe("changing odds", () => {
  const spots = [["single-1", "single"], ["single-2", "single"], ["big", "big"]].map(([id, area]) => ({ id, area }) as LabSpot);

  it("is for the spot or for its whole family", () => {
    expect(meant(spots, "single-1", false)).toEqual(["single-1"]);
    expect(meant(spots, "single-1", true)).toEqual(["single-1", "single-2"]);
    expect(meant(spots, "gone", true)).toEqual([]);
  });

  it("replaces what was there, and takes it away where nothing is written", () => {
    expect(withOdds(DRAFT, ["big"], " 1 ").odds).toEqual({ "single-1": "1/2/20", big: "1" });
    expect(withOdds(DRAFT, ["big", "single-1"], "  ").odds).toEqual({});
  });
});

describe("adding a spot", () => {
  it("reads totals, faces and rolls as people write them", () => {
    expect(picks("7, 14", "totals")).toEqual([7, 14]);
    expect(picks("1-1", "show")).toEqual([1, 1]);
    expect(picks(" 1-2-3;4-5-6 ", "listed")).toEqual(["1-2-3", "4-5-6"]);
  });

  it("has a name of its own", () => {
    expect(nameOf("Lucky Seven!", [])).toBe("lucky-seven");
    expect(nameOf("Big", ["big", "big-2"])).toBe("big-3");
    expect(nameOf("圍", [])).toBe("spot");
    expect(nameOf("7up", [])).toBe("spot-7up");
  });
});
