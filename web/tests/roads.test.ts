import { describe, expect, it } from "vitest";
import { beadPlate, beads, bigRoad, expected, frequencies, shares } from "../src/roads/roads";

const LIGHTS = { "1-2-3": ["small"], "4-5-6": ["big"], "2-2-2": ["any-triple"] };
const ROLLS = { S: "1-2-3", B: "4-5-6", T: "2-2-2" } as const;
const series = (letters: string) =>
  beads([...letters].map((letter, place) => [place + 1, ROLLS[letter as keyof typeof ROLLS]] as const), LIGHTS);

describe("the bead plate", () => {
  it("goes down, then to the right", () => {
    expect(beadPlate(series("SBT"), 2, 5).map((one) => [one.mark, one.column, one.row])).toEqual([["small", 0, 0], ["big", 0, 1], ["any-triple", 1, 0]]);
  });
  it("drops its oldest columns", () => {
    const plate = beadPlate(series("SSBBT"), 2, 2);
    expect(plate.map((one) => one.round)).toEqual([3, 4, 5]);
  });
  it("knows totals", () => expect(series("SBT").map((one) => one.total)).toEqual([6, 15, 6]));
});

describe("a void round", () => {
  const some = beads([[1, "1-2-3"], [2, ""], [3, "1-2-3"]], LIGHTS);
  it("leaves a mark on the plate", () => expect(beadPlate(some, 6, 5).map((one) => one.mark)).toEqual(["small", "void", "small"]));
  it("breaks no streak", () => expect(bigRoad(some, 6, 20).map((one) => [one.column, one.row])).toEqual([[0, 0], [0, 1]]));
  it("counts for nothing", () => {
    expect(frequencies(some).map((one) => one.count)).toEqual([2, 2, 2, 0, 0, 0]);
    expect(shares(some).reduce((sum, one) => sum + one.count, 0)).toBe(2);
  });
});

describe("the big road", () => {
  const places = (letters: string, rows = 6, columns = 20) => bigRoad(series(letters), rows, columns).map((one) => [one.mark[0], one.column, one.row]);

  it("begins a column for each change", () => expect(places("SSBS")).toEqual([["s", 0, 0], ["s", 0, 1], ["b", 1, 0], ["s", 2, 0]]));
  it("turns to the right at the bottom", () => expect(places("SSSSB", 3)).toEqual([["s", 0, 0], ["s", 0, 1], ["s", 0, 2], ["s", 1, 2], ["b", 1, 0]]));
  it("turns where a tail is in the way", () => expect(places("SSSSBBB", 3)).toEqual([["s", 0, 0], ["s", 0, 1], ["s", 0, 2], ["s", 1, 2], ["b", 1, 0], ["b", 1, 1], ["b", 2, 1]]));
  it("marks triples on the last mark, without ending its streak", () => {
    const road = bigRoad(series("STTS"), 6, 20);
    expect(road.map((one) => [one.column, one.row, one.between])).toEqual([[0, 0, 2], [0, 1, 0]]);
  });
  it("drops its oldest columns", () => expect(places("SBSB", 6, 2)).toEqual([["s", 0, 0], ["b", 1, 0]]));
  it("is empty before the first roll, and while only triples came", () => {
    expect(bigRoad([], 6, 20)).toEqual([]);
    expect(bigRoad(series("TT"), 6, 20)).toEqual([]);
  });
});

describe("frequencies", () => {
  it("counts dice by face", () => expect(frequencies(series("ST")).map((one) => one.count)).toEqual([1, 4, 1, 0, 0, 0]));
  it("says what a fair series would show", () => expect(expected(180, 1 / 6)).toEqual([20, 40]));
  it("shares", () => expect(shares(series("SBBT"))).toEqual([{ mark: "any-triple", count: 1 }, { mark: "big", count: 2 }, { mark: "small", count: 1 }]));
});
