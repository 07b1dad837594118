import { describe, expect, it } from "vitest";
import { notes } from "../src/felt/notes";
import { waveOf } from "../src/felt/waves";
import { beads } from "../src/roads/roads";
import { extremes, tallies } from "../src/roads/tallies";
import { winsWhen } from "../src/shared/wins";
import { sizeOf, strips } from "../src/views/terminal/payout";
import type { SpotInfo } from "../src/wire";
import { withCurrency } from "../src/i18n/money";
import { declared } from "./spots";

const spot = (id: string, area: string, hit = "1/2") => ({ id, area, label: id, odds: "1", hit, ...declared(id, area) }) as unknown as SpotInfo;

describe("a payout", () => {
  it("is not a win where no more came back than was staked", () => {
    expect(sizeOf(0, 500)).toBe(0);
    expect(sizeOf(-100, 500)).toBe(0);
  });
  it("is celebrated in proportion to the stake, not by its sum", () => {
    expect([sizeOf(1, 500), sizeOf(1_500, 500), sizeOf(5_000, 500), sizeOf(5_000, 50_000)]).toEqual([1, 2, 3, 1]);
  });
  it("counts up to exactly what it is, in whatever words it stands", () => {
    const told = strips("净赢 SGD 1,205.50");
    expect(told.map(({ sign, strip }) => (strip ? String(strip.at(-1)) : sign)).join("")).toBe("净赢 SGD 1,205.50");
    expect(told.filter(({ strip }) => strip).map(({ strip }) => strip?.[0])).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe("lights", () => {
  it("come as the roll is called: faces from the lowest, then what goes by the total", () => {
    const order = [spot("single-1", "single"), spot("domino-1-3", "domino"), spot("single-6", "single"), spot("big", "big"), spot("total-10", "total")];
    expect(order.map((one) => waveOf(one, "1-3-6"))).toEqual([0, 1, 2, 3, 3]);
    expect(waveOf(spot("double-3", "double"), "3-3-4")).toBe(0);
    expect(waveOf(spot("any-triple", "any-triple"), "5-5-5")).toBe(1);
  });
  it("come at once where no roll is called", () => expect(waveOf(spot("big", "big"), "")).toBe(0));
});

describe("when a spot wins", () => {
  const printed = notes({ "1-1-2": ["small", "even"], "1-1-3": ["small", "odd"], "1-2-3": ["small", "even"], "1-1-1": ["any-triple"], "1-2-4": ["odd"] });
  it("is said by totals, never by the spot's own name", () => {
    expect(winsWhen(spot("small", "small"), printed.get("small"))).toBe("Total 4 to 6, not a triple");
    expect(winsWhen(spot("odd", "odd"), printed.get("odd"))).toBe("Total 5 or 7, not a triple");
  });
  it("says of others what the dice must show", () => expect(winsWhen(spot("double-2", "double"), undefined)).toContain("at least two dice"));
});

describe("hot and cold", () => {
  const lights = { "1-1-2": ["small"], "4-5-6": ["big"] };
  const rolled = beads([[1, "1-1-2"], [2, ""], [3, "1-1-2"], [4, "1-1-2"], [5, "4-5-6"]], lights);
  it("counts rolls and not void rounds, with the range that is expected", () => {
    const [small, big] = tallies([spot("small", "small", "105/216"), spot("big", "big", "105/216")], rolled, lights);
    expect([small?.count, big?.count]).toEqual([3, 1]);
    expect([small?.low, small?.high]).toEqual([0, 3]);
  });
  it("tells what came more and what came less than it should", () => {
    const { hot, cold } = extremes(tallies([spot("small", "small"), spot("big", "big")], rolled, lights), 3);
    expect([hot.map((one) => one.spot.id), cold.map((one) => one.spot.id)]).toEqual([["small"], ["big"]]);
  });
  it("tells nothing without rolls", () => expect(extremes(tallies([spot("big", "big")], [], lights), 3)).toEqual({ hot: [], cold: [] }));
});

describe("a currency that is none", () => {
  it("is printed as it is, and takes nothing else down", () => {
    for (const currency of ["Hong Kong dollars", "", "RMB2"]) expect(withCurrency(12_345, currency, "en")).toBe(`${currency} 123.45`);
  });
});
