/** Limits: for whom a maximum is, what fits, what chips make; test rolls; and what a player is told when things are put right. */
import { describe, expect, it } from "vitest";
import { makeable, unitOf } from "../src/chips/stack";
import { room } from "../src/felt/wagers";
import { limitRows } from "../src/shared/limits";
import { nextRoll } from "../src/shared/testing";
import { details, headline, turned, type News } from "../src/views/terminal/news";
import type { LimitRule, SpotInfo } from "../src/wire";

const rule: LimitRule = { area: "", minimum: 500, maximum: 50_000, differential: 0, exposure: 0, scope: "" };
const values = (limits: readonly LimitRule[], scope: string) => limitRows(limits, scope, "SGD").map(({ term, value }) => `${term}: ${value}`);

describe("limits in words", () => {
  it("say whom the maximum is for, by the rulebook or by the house", () => {
    expect(values([rule], "player")).toEqual(["Limits: SGD 5 – 500", "Maximum: for each player"]);
    expect(values([{ ...rule, scope: "box" }], "player")).toContain("Maximum: for all players together");
  });
  it("say it with each limit where they differ", () => {
    expect(values([rule, { ...rule, area: "triple", maximum: 1_000, scope: "box" }], "player")).toEqual(["Limits: SGD 5 – 500 for each player", "Triple: 5 – 10 for all players together"]);
  });
  it("tell what the house pays at most, only where it has said so", () => {
    expect(values([{ ...rule, exposure: 1_000_000 }], "box").at(-1)).toBe("Maximum payout: 10,000 per round");
    expect(values([rule], "box").join()).not.toContain("pays at most");
  });
});

describe("room on a spot", () => {
  it("is the box's over all players, or each player's own", () => {
    expect(room({ maximum: 500, scope: "box", box: 400, mine: 100 })).toBe(100);
    expect(room({ maximum: 500, scope: "player", box: 400, mine: 100 })).toBe(400);
  });
  it("is less by the Differential, never below nothing, and unlimited where nothing limits it", () => {
    expect(room({ maximum: 500, scope: "player", box: 400, mine: 100, apart: 30 })).toBe(30);
    expect(room({ maximum: 500, scope: "box", box: 600, mine: 0 })).toBe(0);
    expect(room({ maximum: 0, scope: "box", box: 600, mine: 0 })).toBeUndefined();
  });
});

describe("chips", () => {
  it("make multiples of the smallest, and more with a seat's own colour", () => {
    expect([700, 500, 2_500].map((amount) => makeable(amount, [500, 2_500]))).toEqual([false, true, true]);
    expect([700, 200, 300, 1_200].map((amount) => makeable(amount, [500, 2_500], 200))).toEqual([true, true, false, true]);
    expect(unitOf(2, 500)).toBe(500);
    expect(unitOf(8, 500)).toBe(1_000);
  });
});

describe("test rolls", () => {
  const spot = (id: string, area: string) => ({ id, area }) as SpotInfo;
  const spots = [spot("big", "big"), spot("small", "small"), spot("triple-1", "triple"), spot("double-1", "double")];
  const lights = { "1-1-1": ["triple-1", "double-1"], "1-1-2": ["small", "double-1"], "4-5-6": ["big"] };

  it("are suggested by how many unlit areas they would light", () => {
    expect(nextRoll(lights, spots, [], ["big", "small", "triple", "double"])).toBe("1-1-1");
    expect(nextRoll(lights, spots, ["1-1-1"], ["big", "small"])).toBe("1-1-2");
  });
  it("are any that was not tried where all is lit, and none where all were tried", () => {
    expect(nextRoll(lights, spots, ["1-1-1"], [])).toBe("1-1-2");
    expect(nextRoll(lights, spots, Object.keys(lights), [])).toBe("");
  });
});

describe("what a player is told", () => {
  const speaks = { cash: (minor: number) => String(minor / 100), nameOf: (spot: string) => spot };
  const news: News = { is: "amended", round: 4, old: "1-2-4", roll: "2-5-5", again: true, taken: 1_000, wins: ["big"], lost: ["small"] };

  it("is which wagers win now, which no longer do, and what was taken back", () => {
    expect(turned({ big: 500, small: 500, odd: 500 }, ["small"], ["big"])).toEqual({ wins: ["big"], lost: ["small"] });
    expect(headline(news)).toBe("Round 4: the entry was corrected");
    expect(details(news, speaks)).toEqual([
      "It was entered as 1-2-4; the dice show 2-5-5.", "Your wagers are back on the table and will be paid by the dice.", "10 paid to you was taken back.",
      "Your winning wagers are now: big.", "No longer winning: small.",
    ]);
  });
  it("is by how much they are better or worse off after a correction", () => {
    const corrected: News = { ...news, is: "corrected", again: false, taken: 0, wins: [], lost: [] };
    expect(details({ ...corrected, change: 500 }, speaks).at(-1)).toBe("You have 5 more than before.");
    expect(details({ ...corrected, change: -500 }, speaks).at(-1)).toBe("You have 5 less than before.");
    expect(details({ ...corrected, change: 0 }, speaks).at(-1)).toBe("Nothing changes for you.");
  });
});
