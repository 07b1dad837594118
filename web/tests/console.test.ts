import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lastThree, rollOf } from "../src/dice/keys";
import { counted, minorOf, stacked, typed } from "../src/views/console/amounts";
import { differences, fullest, share } from "../src/views/console/limits";
import { answeredBy, clauseIn, excesses, sent } from "../src/views/console/orders";
import { commandFor, roundFor, stepStates } from "../src/views/console/steps";
import type { LimitRule, SeatView, SpotInfo, StepInfo, Taken } from "../src/wire";
import { PLAIN } from "./spots";

const words = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../src/i18n/messages/console/${language}.json`, "utf8")) as Record<string, string>;

describe("words of the console", () => {
  const english = words("en");
  it.each(["zh-Hans", "zh-Hant", "ms"])("%s has the same keys and the same values to fill in", (language) => {
    const others = words(language);
    expect(Object.keys(others)).toEqual(Object.keys(english));
    const names = (text: string) => [...text.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(english)) expect([key, names(others[key] ?? "")]).toEqual([key, names(text)]);
  });
});

describe("steps", () => {
  const step = (name: string, by: StepInfo["by"] = ["dealer"]): StepInfo => ({ step: name, clause: "", by, bell: false });
  const steps = [step("tumble"), step("open-bets"), step("close-bets"), step("reveal"), step("call"), step("enter"), step("light", []), step("collect"), step("pay")];
  const standings = (next: string) => stepStates(steps, next).map((one) => one.standing);

  it("are done, now or later", () => {
    expect(standings("close-bets").slice(0, 4)).toEqual(["done", "done", "now", "later"]);
  });
  it("what the dealer says belongs to the step after it", () => {
    expect(standings("enter").slice(3)).toEqual(["done", "now", "now", "later", "later", "later"]);
  });
  it("what the equipment does by itself is done", () => {
    expect(standings("collect").slice(5)).toEqual(["done", "done", "now", "later"]);
  });
  it("are all to come at a closed table", () => {
    expect(new Set(standings(""))).toEqual(new Set(["later"]));
  });
  it("each have their order, but for what needs none", () => {
    expect(commandFor("tumble", { times: 4 })).toEqual({ do: "tumble-dice", times: 4 });
    expect(commandFor("light", { times: 3 })).toBeNull();
  });
  it("begin a round under its own number, and anything else is about the last one", () => {
    expect([roundFor({ do: "tumble-dice", times: 3 }, "idle", 7), roundFor({ do: "open-bets" }, "tumbled", 7)]).toEqual([8, 7]);
    expect(roundFor({ do: "void-round", trouble: "dice-not-flat" }, "idle", 7)).toBe(7);
  });
});

describe("amounts", () => {
  it.each([["12", 1200], ["12.5", 1250], ["12,50", 1250], ["1 000", 100_000], ["12.505", null], ["-1", null], ["", null], ["1e3", null]])("%s", (text, minor) => {
    expect(minorOf(text, "NZD")).toBe(minor);
  });
  it("follow the currency", () => expect([minorOf("12", "JPY"), minorOf("1.5", "JPY"), typed(1250, "NZD"), typed(1200, "NZD")]).toEqual([12, null, "12.50", "12"]));
  it("lie with the largest below", () => expect([stacked([100, 2500, 500]), counted([100, 500, 100])]).toEqual([[2500, 500, 100], [[500, 1], [100, 2]]]));
  it("a fourth press pushes out the first", () => expect([lastThree([4, 3, 3, 2]), rollOf([3, 3, 2])]).toEqual([[3, 3, 2], "2-3-3"]));
});

describe("orders", () => {
  const order = sent(1, "Wager", { do: "open-bets" }, 0);
  const taken = { is: "taken", n: 1, id: "a", first: 5, last: 7, events: [], credit: 0, stakes: {}, voucher: null } as const;

  it("have a receipt when they are taken", () => expect(answeredBy(order, taken)).toMatchObject({ fate: "taken", receipt: "5–7" }));
  it("name the clause when they are refused", () => {
    const declined = { is: "declined", n: 1, id: "a", code: "role-not-allowed", words: "amend-entry is for a supervisor (nz-2008 7.2)", value: "" } as const;
    expect(answeredBy(order, declined)).toMatchObject({ fate: "refused", clause: "7.2" });
    expect([clauseIn("late (rws-6 5.5.3); say so"), clauseIn("see (nz-2008 5.0(b))"), clauseIn("holds 40 (forty)")]).toEqual(["5.5.3", "5.0(b)", ""]);
  });
  it("tell what was over a limit", () => {
    expect(excesses([[2, "big", 50], [1, "small", 30]]).map((one) => [one.key, one.seat, one.spot, one.amount])).toEqual([["0", 2, "big", 50], ["1", 1, "small", 30]]);
  });
});

describe("limits", () => {
  const spot = (id: string): SpotInfo => ({ id, area: id, label: id, odds: "1", inferred: false, clause: "", ways: 1, hit: "1/2", edge: "1/36", step: 1, ...PLAIN });
  const spots = new Map(["big", "small", "odd"].map((id) => [id, spot(id)]));
  const rule: LimitRule = { area: "", minimum: 1, maximum: 100, differential: 60, exposure: 0, scope: "" };

  it("measure opposite sides where the layout has both", () => {
    const found = differences({ big: "small", odd: "even" }, spots, { big: 70, small: 20 }, [rule]);
    expect(found.map((one) => [one.one.id, one.onOne, one.onOther, one.most])).toEqual([["big", 70, 20, 60]]);
    expect(differences({ big: "small" }, spots, { big: 70 }, [{ ...rule, differential: 0 }])).toEqual([]);
  });
  it("name the fullest boxes first", () => expect(fullest(spots, { big: 10, small: 90 }, [], [rule], "box", 1).map((one) => one.spot.id)).toEqual(["small"]));
  it("measure each player where the maximum is the player's own", () => {
    const seats = [{ seat: 1, stakes: { big: 60 } }, { seat: 2, stakes: { big: 30, small: 90 } }] as unknown as SeatView[];
    const found = fullest(spots, { big: 90, small: 90 }, seats, [rule], "player", 2);
    expect(found.map((one) => [one.seat, one.spot.id, one.total])).toEqual([[2, "small", 90], [1, "big", 60]]);
    expect(fullest(spots, { big: 90 }, seats, [{ ...rule, scope: "box" }], "player", 1).map((one) => [one.seat, one.total])).toEqual([[0, 90]]);
  });
  it("never fill a bar by more than all of it", () => expect([share(150, 100), share(-1, 100), share(1, 0)]).toEqual([1, 0, 0]));
});
