/** What staff may do about an irregularity, read from the rulebook's table; and what the screens say of it. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "../src/i18n/messages/shared/en.json";
import { byTwo, shutText } from "../src/shared/gates";
import { canReadDice, consequence, isOpen, remediesFor, remedyFor, whyNot, type Seen } from "../src/shared/remedies";
import type { Me, Play, RemedyInfo, Role, StaffView, TableView } from "../src/wire";

const cell = (does: string, by: readonly Role[] = [], more: Partial<RemedyInfo> = {}): RemedyInfo => ({ does, by, two: false, why: "", ...more });
const remedies = {
  "void-round": {
    "dice-not-flat": {
      "before-closing": cell("refuse", [], { why: "the dice have not been tumbled in this round yet" }), entered: cell("void", ["game-supervisor"]), paying: cell("void", ["game-supervisor"]),
      settled: cell("reverse", ["pit-manager"], { two: true }), "next-round": cell("refuse", [], { why: "a rulebook of one's own says no" }),
    },
  },
};

function seen(moment: string, role: Role, more: { posts?: Record<string, string>; round?: number; void?: boolean } = {}): Seen {
  const round = more.round ?? 7;
  return {
    play: { remedies, gates: { "void-round": { step: "", when: ["known"] } }, troubles: [{ trouble: "malfunction" }, { trouble: "dice-not-flat" }] } as unknown as Play,
    table: { round } as unknown as TableView,
    staff: { moment, moment_before: "next-round", conditions: round && !more.void ? ["known"] : [], posts: more.posts ?? {} } as unknown as StaffView,
    who: { name: "gus", role } as Me,
  };
}
const voiding = (of: Seen, round?: number) => remedyFor(of, "void-round", "dice-not-flat", round);

describe("an order that takes two people", () => {
  const gate = (two: boolean) => ({ two });
  const play = {
    gates: { "pay-owed": gate(true), "release-seat": gate(false), "release-seat paid": gate(true), "lock-seat": gate(false) },
    cases: [{ name: "release-seat paid", order: "release-seat", field: "paid", value: "" }],
  } as unknown as Play;

  it("always does, or where its case is there, as the house says", () => {
    expect(byTwo(play, { do: "pay-owed", seat: 1, amount: 5 }, null)).toBe(true);
    expect(byTwo(play, { do: "release-seat", seat: 1, procedure: "done", paid: 100 }, null)).toBe(true);
    expect(byTwo(play, { do: "release-seat", seat: 1, procedure: "done", paid: 0 }, null)).toBe(false);
    expect(byTwo(play, { do: "release-seat", seat: 1, procedure: "done" }, null)).toBe(false);
    expect(byTwo(play, { do: "lock-seat", seat: 1, cause: "a cable" }, null)).toBe(false);
  });

  it("has no case for an empty list or pile", () => {
    const cases = [{ name: "leave-seat chips", order: "leave-seat", field: "chips", value: "" }];
    const leaving = { gates: { "leave-seat": gate(false), "leave-seat chips": gate(true) }, cases } as unknown as Play;
    expect([{}, { "100": 1 }].map((chips) => byTwo(leaving, { do: "leave-seat", seat: 1, chips }, null))).toEqual([false, true]);
  });

  it("does if staff placed the wager that it changes, always or while wagers count where they lie", () => {
    const judged = (seat: number) => ({ do: "judge-line" as const, seat, spot: "big", stake: 5, counts: true, reason: "" });
    const moved = { do: "record-moved" as const, seat: 1, spot: "big", to: "small", stake: 5, cause: "" };
    const called = { gates: { "judge-line": { two_if_called: "always" }, "record-moved": { two_if_called: "unfixed" } }, cases: [] } as unknown as Play;
    const staff = (...conditions: string[]) => ({ conditions, staff_placed: { big: [1] } }) as unknown as StaffView;
    expect([byTwo(called, judged(1), staff()), byTwo(called, judged(2), staff()), byTwo(called, judged(1), null)]).toEqual([true, false, false]);
    expect([byTwo(called, moved, staff("unfixed")), byTwo(called, moved, staff("open"))]).toEqual([true, false]);
  });
});

describe("an order that the table does not take now", () => {
  const staff = (...conditions: string[]) => ({ conditions }) as unknown as StaffView;
  const table = { step: "tumble" } as unknown as TableView;
  const gate = (step: string, ...when: string[]) => ({ by: [], clause: "", step, when, two: false, two_if_called: "" });

  it("says which condition the table lacks, or that another step is next", () => {
    expect(shutText(gate("", "open", "between"), table, staff("open"))).toBe(en["gate.between"]);
    expect(shutText(gate("tumble", "counted"), table, staff("open"))).toBe(en["gate.counted"]);
    expect(shutText(gate("reveal"), table, staff("open"))).toBe(en["gate.step"]);
    expect(shutText(gate("tumble", "counted"), table, staff("counted"))).toBe("");
  });
});

describe("a remedy", () => {
  it("is free for whom the rulebook names, and for others to see", () => {
    expect(voiding(seen("entered", "game-supervisor"))).toMatchObject({ standing: "free", does: "void" });
    const dealer = voiding(seen("entered", "dealer"));
    expect(dealer?.standing).toBe("others");
    expect(dealer && whyNot(dealer)).toBe("For: Game supervisor.");
  });
  it("takes a second person where the table says so", () => {
    const found = voiding(seen("settled", "pit-manager"));
    expect([found?.standing, isOpen(found)]).toEqual(["two", true]);
  });
  it("says why not now, as a sentence", () => {
    const found = voiding(seen("before-closing", "game-supervisor"));
    expect([found?.standing, found?.why, isOpen(found)]).toEqual(["refused", "The dice have not been tumbled in this round yet.", false]);
    expect(voiding(seen("next-round", "game-supervisor"))?.why).toBe("A rulebook of one's own says no.");
  });
  it("goes by the post that somebody acts in, and by no other role of theirs", () => {
    const dealing = { posts: { gus: "dealer", pat: "game-supervisor" } };
    expect(voiding(seen("entered", "game-supervisor", dealing))?.standing).toBe("others");
    expect(voiding(seen("entered", "pit-manager", { posts: { gus: "game-supervisor" } }))?.standing).toBe("free");
  });
  it("is none where the rulebook does not provide it", () => {
    expect(remedyFor(seen("entered", "dealer"), "amend-entry", "entry-wrong")).toBeNull();
    expect(remediesFor(seen("entered", "dealer"), "void-round").map((one) => one.trouble)).toEqual(["dice-not-flat"]);
  });
  it("is not for a round that is void already, or before the first one", () => {
    expect(voiding(seen("settled", "pit-manager", { void: true }))?.why).toBe("Round 7 is already void.");
    expect(voiding(seen("settled", "pit-manager", { round: 0 }))?.why).toBe("There is no round yet.");
  });
  it("goes by the moment of its round, as the house tells it", () => {
    const of = seen("entered", "game-supervisor");
    expect([voiding(of, 7)?.moment, voiding(of, 5)?.moment]).toEqual(["entered", "next-round"]);
  });
  it("has what the dice show only while the house takes it", () => {
    const reading = (more: object) => ({ ...seen("revealed", "dealer"), play: { gates: more } as unknown as Play });
    expect(canReadDice(reading({}))).toBe(false);
    expect(canReadDice(reading({ "report-trouble dice": { step: "", when: ["known"] } }))).toBe(true);
    expect(canReadDice(reading({ "report-trouble dice": { step: "", when: ["uncovered"] } }))).toBe(false);
  });
  it("says what will come of it, and what is taken back while winners are paid", () => {
    const [before, later] = ["entered", "paying"].map((moment) => voiding(seen(moment, "game-supervisor")));
    expect(before && consequence(before)).toBe(en["does.void"]);
    expect(later && consequence(later)).toBe(en["does.void-paying"]);
  });
});

const BOOKS = `${import.meta.dirname}/../../src/taisai/rulebooks`;
const told = readdirSync(BOOKS, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => readFileSync(`${BOOKS}/${one.name}/remedies.toml`, "utf8"));
const found = (pattern: RegExp) => [...new Set(told.flatMap((text) => [...text.matchAll(pattern)].map(([, one]) => one ?? "")))];

describe("words for the rulebooks' own tables", () => {
  const words = en as Record<string, string>;
  it.each(found(/^why = "(.+)"$/gm))("why: %s", (why) => expect(words[`why.${why}`]).toBe(why));
  it.each(found(/^does = "(.+)"$/gm).filter((one) => !["refuse", "record"].includes(one)))("does: %s", (does) => expect(words[`does.${does}`]).toBeTruthy());
  it.each(found(/^([a-z-]+) = "[a-z-]+"$/gm).filter((one) => !["name", "does", "act", "stakes", "awards", "order", "why"].includes(one)))("moment: %s", (moment) => expect(words[`moment.${moment}`]).toBeTruthy());
  it.each(found(/troubles = \[(.+)\]/g).flatMap((list) => list.replaceAll('"', "").split(", ")))("trouble: %s", (trouble) => expect(words[`trouble.${trouble}`]).toBeTruthy());
});
