import { describe, expect, it } from "vitest";
import { counted, slipOf } from "../src/slips/slips";
import type { Event, Taken } from "../src/wire";

const taken = (...events: unknown[]): Taken => ({ is: "taken", n: 1, id: "one", first: 40, last: 39 + events.length, events: events as Event[], credit: 0, stakes: {}, voucher: null });

const LANGUAGES = import.meta.glob<Record<string, string>>("../src/i18n/messages/slips/*.json", { eager: true, import: "default" });

describe("words of slips", () => {
  it("are the same in every language, with the same values", () => {
    const places = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(([place]) => place);
    const told = Object.values(LANGUAGES).map((words) => Object.entries(words).map(([key, text]) => [key, ...places(text)].join(" ")).sort());
    expect(told).toHaveLength(4);
    for (const one of told) expect(one).toEqual(told[0]);
  });
});

describe("a slip", () => {
  it("is of the entry that moved the money", () => {
    const step = { is: "bets-opened", round: 3, phrase: "" };
    expect(slipOf("T1", taken(step, { is: "float-filled", chips: [500, 500], amount: 1_000 }), 7)).toMatchObject({ kind: "fill", entry: 41, amount: 1_000, table: "T1", at_ms: 7 });
  });
  it("names the seat, the reason and the second person", () => {
    const released = { is: "seat-released", seat: 4, procedure: "paid at the cage", paid: 25_000, second: "pit.manager" };
    expect(slipOf("T1", taken(released), 0)).toMatchObject({ kind: "hand-pay", seat: 4, reason: "paid at the cage", second: "pit.manager" });
  });
  it("tells what a dispute moved, to the player or from them, and what of it they did not have", () => {
    const decided = (...moved: number[]) => slipOf("T1", taken({ is: "dispute-decided", dispute: 6, reason: "seen", second: "b", corrections: [[2, ...moved]] }), 0);
    expect(decided(500, 0, 0)).toMatchObject({ kind: "dispute", dispute: 6, seat: 2, amount: 500, way: "to", unpaid: 0 });
    expect(decided(0, 300, 0)).toMatchObject({ amount: 300, way: "from", unpaid: 0 });
    expect(decided(0, 100, 200)).toMatchObject({ amount: 300, way: "from", unpaid: 200 });
    expect(decided(0, 0, 300)).toMatchObject({ amount: 300, way: "from", unpaid: 300 });
  });
  it("tells a debt that was paid", () => expect(slipOf("T1", taken({ is: "owed-paid", seat: 3, amount: 700, second: "b" }), 0)).toMatchObject({ kind: "owed", way: "from", seat: 3, amount: 700, second: "b" }));
  it.each([
    ["nothing is paid", { is: "seat-released", seat: 4, procedure: "wiped", paid: 0, second: "" }],
    ["no money moves", { is: "dispute-decided", dispute: 1, reason: "seen", second: "", corrections: [] }],
    ["it is a wager", { is: "wager-placed", seat: 1, spot: "big", stake: 500 }],
  ])("is not made where %s", (_, event) => expect(slipOf("T1", taken(event), 0)).toBeNull());
  it("counts chips, the largest first", () => expect(counted([500, 2_500, 500])).toEqual([[2_500, 1], [500, 2]]));
});
