import { describe, expect, it } from "vitest";
import { read as readAddress, written as address } from "../src/views/lab/address";
import { meant, nameOf, picks, read, withOdds, written, type Draft } from "../src/views/lab/design/draft";
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
    expect(picks("7, 14")).toEqual([7, 14]);
    expect(picks(" 1-2-3;4-5-6 ")).toEqual(["1-2-3", "4-5-6"]);
  });

  it("has a name of its own", () => {
    expect(nameOf("Lucky Seven!", [])).toBe("lucky-seven");
    expect(nameOf("Big", ["big", "big-2"])).toBe("big-3");
    expect(nameOf("圍", [])).toBe("spot");
    expect(nameOf("7up", [])).toBe("spot-7up");
  });
});
