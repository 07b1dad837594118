/** What a terminal keeps for its player: wagers, the chip, favourites, and the session. */
import { afterEach, describe, expect, it } from "vitest";
import { noWagers, place, undo } from "../src/felt/wagers";
import { FAVOURITES_MOST, favourites, keepFavourites, withFavourite } from "../src/views/terminal/favourites";
import { keepChip, keepWagers, keptChip, keptWagers } from "../src/views/terminal/kept";
import { checkDue, csvOf, netOf, pathOf, sessionOf, stakedIn, type Session } from "../src/views/terminal/session";
import type { SeatRound, SeatView } from "../src/wire";

const least = () => ({ minimum: 1, step: 1 });
const SPOTS = new Set(["big", "small"]);

afterEach(() => localStorage.clear());

describe("after a reload", () => {
  const placed = place(noWagers(1), {}, [["big", 500]], least).wagers;
  const accepted = { ...placed, pieces: placed.pieces.map((one) => ({ ...one, fate: "accepted" as const, taken: 500 })) };

  it("what was accepted can still be undone", () => {
    keepWagers("T", 1, 7, accepted);
    const back = keptWagers("T", 1, 7);
    expect(back && undo(back).sends).toMatchObject([{ move: "take", spot: "big", stake: 500 }]);
  });
  it("what was on its way is the server's to say", () => {
    keepWagers("T", 1, 7, placed);
    expect(keptWagers("T", 1, 7)).toMatchObject({ pieces: [], acts: [] });
  });
  it.each([["another round", "T", 1, 8], ["another seat", "T", 2, 7], ["another table", "U", 1, 7]])("%s has none of it", (_, table, seat, round) => {
    keepWagers("T", 1, 7, accepted);
    expect(keptWagers(table, seat, round)).toBeNull();
  });
  it("the chip is the one that was chosen, if the table still has it", () => {
    keepChip("T", 2_500);
    expect(keptChip("T", [100, 500, 2_500])).toBe(2_500);
    expect(keptChip("T", [100, 500])).toBe(500);
  });
  it("nothing that cannot be read stops the table", () => {
    localStorage.setItem("taisai.wagers.T.1", "{");
    localStorage.setItem("taisai.favourites.p", "7");
    expect(keptWagers("T", 1, 7)).toBeNull();
    expect(favourites("p", SPOTS)).toEqual([]);
  });
});

describe("favourites", () => {
  it("are kept by name, the newest first, and one name once", () => {
    const one = withFavourite([], "mine", { big: 100 }) ?? [];
    const two = withFavourite(one, "other", { small: 100 }) ?? [];
    keepFavourites("p", withFavourite(two, "mine", { big: 200 }) ?? []);
    expect(favourites("p", SPOTS)).toEqual([{ name: "mine", stakes: { big: 200 } }, { name: "other", stakes: { small: 100 } }]);
    expect(favourites("q", SPOTS)).toEqual([]);
  });
  it("have only spots of the layout and whole stakes", () => {
    keepFavourites("p", [{ name: "odd", stakes: { big: 1.5, small: -1, moon: 100 } }, { name: "fine", stakes: { big: 100, moon: 1 } }]);
    expect(favourites("p", SPOTS)).toEqual([{ name: "fine", stakes: { big: 100 } }]);
  });
  it("have an end", () => {
    const full = Array.from({ length: FAVOURITES_MOST }, (_, place) => ({ name: String(place), stakes: { big: 1 } }));
    expect(withFavourite(full, "one more", { big: 1 })).toBeNull();
    expect(withFavourite(full, "3", { big: 2 })).toHaveLength(FAVOURITES_MOST);
  });
});

describe("a session", () => {
  const seat = (more: Partial<SeatView> = {}) => ({ credit: 1_000, stakes: {}, uncollected: null, meter_wagered: 5_000, meter_won: 4_000, ...more }) as unknown as SeatView;
  const session: Session = { since: 0, wagered: 4_000, won: 3_500, seen: 0 };

  it("begins with money and goes on until there is none", () => {
    expect(sessionOf(null, seat({ credit: 0 }), 9)).toBeNull();
    expect(sessionOf(null, seat(), 9)).toEqual({ since: 9, wagered: 5_000, won: 4_000, seen: 0 });
    expect(sessionOf(session, seat({ credit: 0, stakes: { big: 1 } }), 9)).toBe(session);
    expect(sessionOf(session, seat({ credit: 0 }), 9)).toBeNull();
  });
  it("begins anew where the meters or the clock cannot be those of before", () => {
    expect(sessionOf(session, seat({ meter_wagered: 3_999 }), 9)?.since).toBe(9);
    expect(sessionOf({ ...session, since: 99 }, seat(), 9)?.since).toBe(9);
  });
  it("tells stakes and net by the seat's own meters", () => expect([stakedIn(session, seat()), netOf(session, seat())]).toEqual([1_000, -500]));
  it("is looked at every so many minutes, once each, and never where the house sets none", () => {
    const at = (minutes: number) => minutes * 60_000;
    expect([checkDue(session, 30, at(29)), checkDue(session, 30, at(30)), checkDue(session, 30, at(95)), checkDue(session, 0, at(95))]).toEqual([0, 1, 3, 0]);
    expect(checkDue({ ...session, seen: 3 }, 30, at(95))).toBe(0);
  });
  it("is a file of whole amounts and a line that stays in its box", () => {
    const round = { round: 4, at: "2026-01-01T00:00:00Z", roll: "1-2-3", opening: 1_000, wagers: { big: 150 }, returned: {}, closing: 850, void: "" } as unknown as SeatRound;
    expect(csvOf([round, { ...round, roll: "", returned: { big: 150 } }], "SGD", 100).split("\r\n")).toEqual([
      "round,time,roll,before,staked,returned,net,after,currency", "4,2026-01-01T00:00:00Z,1-2-3,10.00,1.50,0.00,-1.50,8.50,SGD", "4,2026-01-01T00:00:00Z,void,10.00,1.50,1.50,0.00,8.50,SGD", "",
    ]);
    expect(pathOf([5, 5], 10, 10)).toBe("M0.0 5.0L10.0 5.0");
    expect(pathOf([0, 10, 5], 10, 10)).toBe("M0.0 10.0L5.0 0.0L10.0 5.0");
  });
});
