/** A seat's rounds, watched: what is put right is told once, with what changed. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { News } from "../src/views/terminal/news";
import { Rightings } from "../src/views/terminal/rightings";
import type { SeatView, TableView } from "../src/wire";

const table = (phase: string, roll: string, more: Partial<TableView> = {}) => ({ phase, round: 4, shown: { round: 4, roll, lit: roll === "1-2-4" ? ["small"] : ["big"], call: "" }, recent: [], ...more }) as unknown as TableView;
const seat = (credit: number, more: Partial<SeatView> = {}) => ({ seat: 1, credit, stakes: { big: 500, small: 500 }, result: null, ...more }) as unknown as SeatView;

function watching() {
  const told: News[] = [];
  return { told, watch: new Rightings("H", (news) => told.push(news)) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("a round that is put right", () => {
  it("is told when another roll is entered, and not when the first one is", () => {
    const { told, watch } = watching();
    watch.follow("revealed", table("entered", "1-2-4"), seat(9_000));
    expect(told).toEqual([]);
    watch.follow("entered", table("entered", "4-5-6"), seat(9_000));
    expect(told).toEqual([{ is: "amended", round: 4, old: "1-2-4", roll: "4-5-6", again: false, wins: ["big"], lost: ["small"] }]);
  });
  it("is told with what was taken back, as soon as the seat is known", () => {
    const { told, watch } = watching();
    watch.follow("revealed", table("entered", "1-2-4"), seat(9_000));
    watch.follow("entered", table("settling", "1-2-4"), seat(9_000));
    watch.follow("settling", table("settling", "1-2-4"), seat(10_000));
    watch.follow("settling", table("entered", "1-2-4"), seat(10_000));
    watch.follow("entered", table("entered", "1-2-4"), seat(9_000));
    expect(told.map((news) => [news.is, news.again, news.taken])).toEqual([["undone", true, undefined], ["undone", true, 1_000]]);
  });
  it("is nothing to whoever has no wager in it", () => {
    const { told, watch } = watching();
    watch.follow("revealed", table("entered", "1-2-4"), seat(9_000, { stakes: {} }));
    watch.follow("entered", table("entered", "4-5-6"), seat(9_000, { stakes: {} }));
    expect(told).toEqual([]);
  });
  it("is told to whoever was away meanwhile: another roll, and another settlement", async () => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ rounds: [{ round: 4, returned: { big: 1_000 } }] })));
    const before = watching();
    before.watch.follow("revealed", table("entered", "1-2-4"), seat(9_000));
    const away = watching();
    away.watch.follow("", table("entered", "4-5-6"), seat(9_000));
    expect(away.told).toMatchObject([{ is: "amended", old: "1-2-4", roll: "4-5-6" }]);
    const result = { round: 4, roll: "4-5-6", staked: 1_000, returned: 500, won: {} };
    away.watch.follow("settling", table("idle", "4-5-6", { recent: [[4, "4-5-6"]] }), seat(9_000, { stakes: {}, result }));
    const back = watching();
    back.watch.follow("", table("betting", "", { round: 5, recent: [[4, "1-1-1"]] }), seat(9_000, { stakes: {} }));
    await vi.waitFor(() => expect(back.told).toHaveLength(1));
    expect(back.told[0]).toMatchObject({ is: "corrected", round: 4, old: "4-5-6", roll: "1-1-1", change: 500 });
  });
  it("is not told of rounds that the table says nothing of any more", async () => {
    const { watch } = watching();
    const result = { round: 4, roll: "1-2-4", staked: 1_000, returned: 1_000, won: {} };
    watch.follow("settling", table("idle", "1-2-4", { recent: [[4, "1-2-4"]] }), seat(10_000, { stakes: {}, result }));
    const later = watching();
    later.watch.follow("", table("betting", "", { round: 90, recent: [[30, "1-1-1"]] }), seat(9_000, { stakes: {} }));
    const anew = watching();
    anew.watch.follow("", table("betting", "", { round: 2, recent: [[1, "1-1-1"]] }), seat(9_000, { stakes: {} }));
    await Promise.resolve();
    expect([...later.told, ...anew.told]).toEqual([]);
  });
  it("is told with the difference once it was settled", async () => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ rounds: [{ round: 4, returned: { big: 1_000, "single-5": 500 } }] })));
    const { told, watch } = watching();
    const result = { round: 4, roll: "1-2-4", staked: 1_000, returned: 1_000, won: { small: 1_000 } };
    watch.follow("settling", table("idle", "1-2-4", { recent: [[4, "1-2-4"]] }), seat(10_000, { stakes: {}, result }));
    watch.follow("idle", table("idle", "4-5-6", { recent: [[4, "4-5-6"]] }), seat(10_000, { stakes: {}, result }));
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatchObject({ is: "corrected", old: "1-2-4", roll: "4-5-6", change: 500 });
  });
});
