import { describe, expect, it } from "vitest";
import { Moment, READ_MS, type Room } from "../src/dome/moment.svelte";
import { playing, type Playing } from "../src/dome/playing";
import { unpaid } from "../src/dome/stage";
import { Live } from "../src/link/live.svelte";
import type { SeatView, Shown, TableView } from "../src/wire";

const LENGTH_MS = 3_000;

/** A room with its own clock, in which things move or not. */
class Told implements Room {
  at_ms = 1_000;
  moving = true;
  private waiting: { at_ms: number; then: () => void }[] = [];

  now = () => this.at_ms;
  moves = () => this.moving;
  after = (ms: number, then: () => void) => {
    const one = { at_ms: this.at_ms + ms, then };
    this.waiting.push(one);
    return () => void (this.waiting = this.waiting.filter((other) => other !== one));
  };

  pass(ms: number): void {
    this.at_ms += ms;
    const due = this.waiting.filter((one) => one.at_ms <= this.at_ms);
    this.waiting = this.waiting.filter((one) => one.at_ms > this.at_ms);
    for (const one of due) one.then();
  }

  get timers(): number {
    return this.waiting.length;
  }
}

const shown = (round: number, roll: string): Shown => ({ round, roll, lit: ["big"], call: `${roll} of ${round}` });

function view(phase: string, round: number, seen: Shown | null = null, changes: Partial<TableView> = {}): TableView {
  return { phase, round, step: "", closes_at: 0, boxes: {}, shown: seen, limits: [], recent: [], commitment: "", trouble: "", void: { number: 0, trouble: "" }, down: "", ...changes } as TableView;
}

/** A table that is told without a socket. */
function table(electronic: boolean, room: Told, changed: (moment: Moment) => void = () => {}) {
  const live = new Live("T1");
  const moment: Moment = new Moment(live, electronic, () => changed(moment), room);
  const tell = (seen: TableView, seat: SeatView | null = live.seat) => {
    Object.assign(live, { table: seen, seat, standing: "live" });
    moment.follow();
  };
  const lose = () => {
    live.standing = "lost";
    moment.follow();
  };
  return { live, moment, tell, lose };
}

function screen(electronic = true) {
  const room = new Told();
  const told: (string | null)[] = [];
  const made = table(electronic, room, (moment) => told.push(moment.table?.shown?.roll ?? null));
  made.moment.ready((name, round, roll): Playing => ({ ...playing(name, round, roll), length_ms: LENGTH_MS }));
  made.tell(view("betting", 1));
  made.tell(view("bets-shut", 1));
  return { ...made, room, told };
}

/** The round that is named beside a roll, wherever one is told. */
const named = ({ table: seen, stage, picture }: Moment) => ({ told: seen?.shown?.round ?? 0, pictured: picture && picture !== "covered" && stage.is !== "none" ? stage.shown.round : 0 });

describe("the moment of a round at a table that deals itself", () => {
  it("is covered until the roll is public, then tumbles, then tells", () => {
    const { room, moment, told, tell } = screen();
    expect(moment.picture).toBe("covered");
    tell(view("revealed", 1));
    expect(moment.picture).toBe("covered");
    tell(view("entered", 1, shown(1, "1-3-6")));
    expect(moment.picture).toBe("tumbling");
    expect(moment.table).toMatchObject({ shown: null, phase: "tumbled" });
    room.pass(LENGTH_MS - 1);
    expect(moment.picture).toBe("tumbling");
    room.pass(1);
    expect(moment.table?.shown).toEqual(shown(1, "1-3-6"));
    expect([moment.picture, told]).toEqual(["reading", ["1-3-6"]]);
    room.pass(READ_MS);
    expect(moment.picture).toBeNull();
  });

  it("says nothing of the roll while the dice tumble, however far the table has come", () => {
    const { moment, tell } = screen();
    const roll = shown(1, "1-3-6");
    tell(view("entered", 1, roll));
    for (const phase of ["settling", "idle"]) {
      tell(view(phase, 1, roll, { recent: [[1, "1-3-6"]] }));
      expect(JSON.stringify(moment.table)).not.toContain("1-3-6");
    }
  });

  it("leaves what lies on the layout there until the dice lie still", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6"), { boxes: { big: 500 } }));
    tell(view("idle", 1, shown(1, "1-3-6")));
    expect(moment.table?.boxes).toEqual({ big: 500 });
    room.pass(LENGTH_MS);
    expect(moment.table?.boxes).toEqual({});
  });

  it("leaves a seat's meters as they were, until then and for that round alone", () => {
    const { moment, tell } = screen();
    const before = { seat: 1, credit: 900, owed: 0, stakes: { big: 100 }, result: null, meter_wagered: 0, meter_won: 0, locked: "" } as unknown as SeatView;
    const paid = { ...before, credit: 1_100, stakes: {}, result: { round: 1, roll: "4-5-6", staked: 100, returned: 200, won: {} }, meter_wagered: 100, meter_won: 200, locked: "a large win" } as SeatView;
    tell(view("entered", 1, shown(1, "4-5-6")));
    expect(unpaid(paid, before, moment.stage)).toEqual({ ...before, locked: "a large win" });
    expect(unpaid({ ...paid, result: null }, before, moment.stage)).toMatchObject({ credit: 1_100 });
    moment.skip();
    expect(unpaid(paid, before, moment.stage)).toBe(paid);
  });

  it("never keeps the next wager waiting", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    room.pass(500);
    const open = view("betting", 2);
    tell(open);
    expect(moment.table).toBe(open);
    expect([moment.picture, room.timers]).toEqual([null, 0]);
    room.pass(LENGTH_MS);
    expect(moment.table?.shown).toBeNull();
  });

  it("is over at once for whoever taps", () => {
    const { room, moment, told, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    moment.skip();
    expect([moment.table?.shown?.roll, moment.picture, told, room.timers]).toEqual(["1-3-6", null, ["1-3-6"], 0]);
  });

  it("shows the second of two rounds in quick succession under its own number", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    room.pass(1_000);
    tell(view("entered", 2, shown(2, "2-2-5")));
    expect(named(moment)).toEqual({ told: 0, pictured: 2 });
    room.pass(LENGTH_MS - 1_000);
    expect(named(moment)).toEqual({ told: 0, pictured: 2 });
    room.pass(1_000);
    expect(named(moment)).toEqual({ told: 2, pictured: 2 });
  });

  it("ends when the round is void, and shows no dice of the round before", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    tell(view("idle", 1, null, { void: { number: 1, trouble: "malfunction" } as TableView["void"] }));
    expect([moment.picture, moment.table?.shown]).toEqual([null, null]);
    room.pass(LENGTH_MS + READ_MS);
    expect(named(moment)).toEqual({ told: 0, pictured: 0 });
  });

  it("shows a corrected roll as it is, for no dice tumbled again", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    room.pass(700);
    tell(view("entered", 1, shown(1, "1-3-5")));
    expect([moment.picture, moment.table?.shown?.roll, room.timers]).toEqual([null, "1-3-5", 0]);
  });

  it.each(["trouble", "down"])("hides nothing where something is wrong (%s)", (what) => {
    const { moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    tell(view("entered", 1, shown(1, "1-3-6"), { [what]: "malfunction" }));
    expect([moment.picture, moment.table?.shown?.roll]).toEqual([null, "1-3-6"]);
  });

  it("plays nothing that was there before: at the start, and after a lost connection", () => {
    const { room, moment, tell, lose } = screen();
    lose();
    tell(view("entered", 1, shown(1, "1-3-6")));
    expect([moment.picture, moment.table?.shown?.roll]).toEqual([null, "1-3-6"]);
    tell(view("betting", 2));
    tell(view("entered", 2, shown(2, "2-2-5")));
    expect(moment.picture, "but what comes next").toBe("tumbling");
    const late = table(true, room);
    late.tell(view("settling", 2, shown(2, "2-2-5")));
    expect(late.moment.table?.shown?.roll).toBe("2-2-5");
  });

  it("plays nothing in a tab that nobody sees, nor where nothing may move", () => {
    const { room, moment, tell } = screen();
    room.moving = false;
    tell(view("entered", 1, shown(1, "1-3-6")));
    expect([moment.picture, moment.table?.shown?.roll, room.timers]).toEqual([null, "1-3-6", 0]);
  });

  it("comes to rest in time in a tab that was put away meanwhile", () => {
    const { room, moment, tell } = screen();
    tell(view("entered", 1, shown(1, "1-3-6")));
    room.moving = false;
    room.pass(LENGTH_MS + 60_000);
    expect([moment.picture, moment.table?.shown?.roll]).toEqual([null, "1-3-6"]);
  });

  it("tells at once where the throws are not loaded yet", () => {
    const room = new Told();
    const { moment, tell } = table(true, room);
    tell(view("revealed", 1));
    tell(view("entered", 1, shown(1, "1-3-6")));
    expect([moment.picture, moment.table?.shown?.roll]).toEqual([null, "1-3-6"]);
  });
});

describe("the moment of a round that is dealt by hand", () => {
  it("is covered while the dealer tumbles, and opens with the entry", () => {
    const { room, moment, tell } = screen(false);
    for (const phase of ["bets-shut", "tumbled", "revealed"]) {
      tell(view(phase, 1));
      expect(moment.picture).toBe("covered");
    }
    tell(view("entered", 1, shown(1, "1-3-6")));
    expect([moment.picture, named(moment).told]).toEqual(["reading", 1]);
    room.pass(READ_MS);
    expect(moment.picture).toBeNull();
  });

  it("is closed without a roll while the next dice are spun, and the last roll keeps its number", () => {
    const { room, moment, tell } = screen(false);
    tell(view("idle", 1, shown(1, "1-3-6")));
    room.pass(READ_MS);
    tell(view("tumbled", 2, shown(1, "1-3-6")));
    expect([moment.picture, named(moment)]).toEqual(["covered", { told: 1, pictured: 0 }]);
  });

  it("stays away for the rest of a round from whoever tapped", () => {
    const { moment, tell } = screen(false);
    moment.skip();
    tell(view("tumbled", 1));
    expect(moment.picture).toBeNull();
    tell(view("betting", 2));
    tell(view("bets-shut", 2));
    expect(moment.picture).toBe("covered");
  });

  it.each(["trouble", "down"])("shows no dome where the table has stopped (%s)", (what) => {
    const { moment, tell } = screen(false);
    tell(view("tumbled", 1, null, { [what]: "malfunction" }));
    expect(moment.picture).toBeNull();
  });
});
