import { describe, expect, it } from "vitest";
import * as w from "../src/felt/wagers";
import type { Taken } from "../src/wire";

const least = () => ({ minimum: 100, step: 1 });

/** Sends a piece and lets the server take all of it. */
function accept(outcome: w.Outcome, first = 10, excess = 0): w.Wagers {
  let now = outcome.wagers;
  for (const piece of outcome.sends) {
    now = w.named(now, piece.key, `id-${piece.key}`);
    const events: Taken["events"] =
      piece.move === "place"
        ? [{ is: "wager-placed", round: 1, seat: 1, spot: piece.spot, stake: piece.stake - excess, excess, placed_by: "player", asked_by: "", chips: null }]
        : [];
    now = w.answered(now, { is: "taken", n: 1, id: `id-${piece.key}`, first, last: first, events, credit: 0, stakes: {}, voucher: null }).wagers;
  }
  return now;
}

describe("placing", () => {
  it("sends at once, and is accepted with a receipt", () => {
    const sent = w.place(w.noWagers(1), {}, [["big", 100]], least);
    expect(sent.sends).toHaveLength(1);
    expect(w.shown(w.held(sent.wagers, {}, "big"))).toBe(100);
    const after = accept(sent, 42);
    expect(after.pieces[0]).toMatchObject({ fate: "accepted", receipt: 42, taken: 100 });
    expect(w.shown(w.held(after, { big: 100 }, "big"))).toBe(100);
  });

  it("stages what is under the minimum and sends it together when it is enough", () => {
    const first = w.place(w.noWagers(1), {}, [["big", 60]], least);
    expect(first.sends).toEqual([]);
    expect(w.held(first.wagers, {}, "big").staged).toBe(60);
    const second = w.place(first.wagers, {}, [["big", 60]], least);
    expect(second.sends.map((one) => one.stake)).toEqual([120]);
    expect(w.held(second.wagers, {}, "big").staged).toBe(0);
  });

  it("stages what would not settle to whole units", () => {
    const outcome = w.place(w.noWagers(1), { big: 500 }, [["big", 1]], () => ({ minimum: 1, step: 2 }));
    expect(outcome.sends).toEqual([]);
  });

  it("says what was over the limit", () => {
    const after = accept(w.place(w.noWagers(1), {}, [["big", 500]], least), 10, 300);
    expect(after.pieces[0]).toMatchObject({ taken: 200, excess: 300 });
  });

  it("is refused with a code, and is gone from the spot", () => {
    const sent = w.place(w.noWagers(1), {}, [["big", 100]], least);
    const named = w.named(sent.wagers, 1, "a");
    const { wagers } = w.answered(named, { is: "declined", n: 1, id: "a", code: "credit-short", words: "", value: "100" });
    expect(wagers.pieces[0]).toMatchObject({ fate: "refused", code: "credit-short" });
    expect(w.shown(w.held(wagers, {}, "big"))).toBe(0);
  });

  it("gives the wire's own commands", () => {
    const { sends } = w.place(w.noWagers(3), {}, [["big", 100]], least);
    expect(sends.map((one) => w.commandOf(3, one))).toEqual([{ do: "place-wager", seat: 3, spot: "big", stake: 100 }]);
  });
});

describe("taking back", () => {
  it("undoes act by act, the newest first", () => {
    let now = accept(w.place(w.noWagers(1), {}, [["big", 100]], least));
    now = accept(w.place(now, { big: 100 }, [["odd", 200], ["even", 300]], least));
    const first = w.undo(now);
    expect(first.sends.map((one) => [one.move, one.spot, one.stake])).toEqual([["take", "odd", 200], ["take", "even", 300]]);
    const second = w.undo(accept(first));
    expect(second.sends.map((one) => one.spot)).toEqual(["big"]);
    expect(w.undo(second.wagers).sends).toEqual([]);
  });

  it("undoes what is still on its way as soon as it is answered", () => {
    const sent = w.place(w.noWagers(1), {}, [["big", 100]], least);
    const undone = w.undo(w.named(sent.wagers, 1, "a"));
    expect(undone.sends).toEqual([]);
    const events: Taken["events"] = [{ is: "wager-placed", round: 1, seat: 1, spot: "big", stake: 100, excess: 0, placed_by: "player", asked_by: "", chips: null }];
    const after = w.answered(undone.wagers, { is: "taken", n: 1, id: "a", first: 1, last: 1, events, credit: 0, stakes: {}, voucher: null });
    expect(after.sends.map((one) => [one.move, one.stake])).toEqual([["take", 100]]);
  });

  it("takes one chip off, or all where the rest would be too little", () => {
    const none = w.noWagers(1);
    expect(w.take(none, { big: 300 }, "big", 100, least).sends.map((one) => one.stake)).toEqual([100]);
    expect(w.take(none, { big: 150 }, "big", 100, least).sends.map((one) => one.stake)).toEqual([150]);
    expect(w.take(none, {}, "big", 100, least).sends).toEqual([]);
  });

  it("takes back what is still on its way as soon as it is answered", () => {
    const sent = w.place(w.noWagers(1), {}, [["big", 100]], least).wagers;
    const { wagers, sends } = w.take(sent, {}, "big", 100, least);
    expect(sends).toEqual([]);
    expect(wagers.pieces[0]?.regretted).toBe(true);
  });

  it("takes staged chips first, without a word to the server", () => {
    const staged = w.place(w.noWagers(1), {}, [["big", 60]], least).wagers;
    const { wagers, sends } = w.take(staged, {}, "big", 100, least);
    expect(sends).toEqual([]);
    expect(wagers.pieces).toEqual([]);
    expect(wagers.acts).toEqual([]);
  });

  it("clears everything once", () => {
    const cleared = w.clear(w.noWagers(1), { big: 100, odd: 50 });
    expect(cleared.sends.map((one) => [one.spot, one.stake])).toEqual([["big", 100], ["odd", 50]]);
    expect(w.clear(cleared.wagers, { big: 100, odd: 50 }).sends).toEqual([]);
  });

  it("doubles what lies there", () => {
    const { sends } = w.doubled(w.noWagers(1), { big: 100, odd: 250 }, least);
    expect(sends.map((one) => [one.spot, one.stake])).toEqual([["big", 100], ["odd", 250]]);
  });

  it("gives staged chips back at the closing call", () => {
    const staged = w.place(w.noWagers(1), {}, [["big", 60]], least).wagers;
    const { wagers, returned } = w.closed(staged);
    expect(returned).toBe(60);
    expect(wagers.pieces[0]?.fate).toBe("returned");
    expect(w.shown(w.held(wagers, {}, "big"))).toBe(0);
  });
});
