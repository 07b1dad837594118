import { describe, expect, it } from "vitest";
import { Live, PING_MS, PROBE_MS, SILENT_MS, toldLag, UNSETTLED_MS, type Wire } from "../src/link/live.svelte";
import { merge, type Seen } from "../src/link/merge";
import type { SeatView, StaffView, TableView, Told, View } from "../src/wire";

const table: TableView = {
  phase: "betting", round: 7, step: "close-bets", closes_at: 0, boxes: { big: 500, small: 100 }, shown: null, struck: {}, limits: [], recent: [], commitment: "", trouble: "", void: { number: 0, trouble: "", clause: "", returned: 0 }, down: "",
};
const seat: SeatView = {
  seat: 1, credit: 1000, owed: 0, stakes: { big: 500 }, meter_in: 0, meter_out: 0, meter_wagered: 0, meter_won: 0, meter_hand_paid: 0, loss_floor: 0, colour: "", colour_value: 0, away: false, locked: "", failed: false, unregistered: {}, uncollected: null, own: { stake_most: 0, time_until: "", time_over: false, asked: {}, break_until: "" }, result: null, contribution: "", rack: {},
};
const view: View = { is: "view", n: 3, at: 50, epoch: "abc", table, seat, staff: null };

const merged = (seen: Seen, told: Told): Seen => ({ ...seen, ...merge(seen, told) });

describe("merging", () => {
  const nothing: Seen = { epoch: "", n: 0, table: null, seat: null, staff: null };
  const seen = merged(nothing, view);

  it("takes a whole view", () => expect(seen).toEqual({ epoch: "abc", n: 3, table, seat, staff: null }));

  it("takes what is new of a table, box by box, and forgets empty boxes", () => {
    const after = merged(seen, { is: "change", n: 4, at: 60, table: { phase: "bets-shut", boxes: { small: 0, odd: 20 } } });
    expect(after.n).toBe(4);
    expect(after.table?.phase).toBe("bets-shut");
    expect(after.table?.boxes).toEqual({ big: 500, odd: 20 });
    expect(after.table?.round).toBe(7);
  });

  it("takes credit and stakes from a receipt, on the spots that it is about", () => {
    const after = merged(seen, { is: "taken", n: 4, id: "x", first: 9, last: 9, events: [], credit: 900, stakes: { big: 0, odd: 100 }, voucher: null });
    expect(after.seat?.credit).toBe(900);
    expect(after.seat?.stakes).toEqual({ odd: 100 });
  });

  it("takes only what is new for staff, of seats too", () => {
    const staff = (seats: SeatView[]): StaffView => ({
      seats, pressed: [], checks: [], exposure: 0, unpaid: {}, disputes: [], disputes_open: 0, bank: { opening: 0, now: 0, fills: 0, credits: 0, drop: 0 }, alerts: 0, called: "", attendants: [], excess: [], staff_placed: {}, dice: "", fairness: { throws: 0, faces: [0, 0, 0, 0, 0, 0], log10_e: 0, state: "quiet" }, chips: { counted: false, float: {}, count: { purpose: "", chips: {}, amount: 0, waits: false, by: [] }, slips: [], count_due: "", payouts: [], fill: {}, box: "", boxes: [], tips: false, tipped: {} }, moment: "", moment_before: "", conditions: [], posts: {}, opening: { failed: {}, testing: "", lit: [], tested: [], unlit: [] },
    });
    const first = { ...seen, staff: staff([seat, { ...seat, seat: 2 }]) };
    const told: Partial<StaffView> = { exposure: 7, seats: [{ ...seat, seat: 2, credit: 5 }] };
    const after = merged(merged(first, { is: "staff", n: 4, at: 2, staff: told }), { is: "staff", n: 4, at: 3, staff: { alerts: 1 } });
    expect([after.staff?.exposure, after.staff?.alerts]).toEqual([7, 1]);
    expect(after.staff?.seats.map((one) => [one.seat, one.credit])).toEqual([[1, 1000], [2, 5]]);
  });

  it("has the same state whether it heard all or came back in between", () => {
    const gap: Told[] = [
      { is: "change", n: 4, at: 1, table: { boxes: { odd: 5 } } },
      { is: "change", n: 5, at: 2, table: { phase: "revealed" } },
    ];
    const whole = gap.reduce(merged, seen);
    const resumed = [...gap.slice(0, 1), ...gap.slice(1), { is: "resumed", n: 5, at: 3, seat, staff: null } as Told].reduce(merged, seen);
    expect(resumed).toEqual(whole);
  });
});

class FakeWire implements Wire {
  said: Record<string, unknown>[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send = (text: string) => void this.said.push(JSON.parse(text) as Record<string, unknown>);
  close = () => this.onclose?.();
  hear = (told: Told) => this.onmessage?.({ data: JSON.stringify(told) });
}

function worldOf() {
  const wires: FakeWire[] = [];
  let now = 1_000;
  let ids = 0;
  let timers: { at: number; then: () => void }[] = [];
  const networks = new Set<() => void>();
  return {
    wires,
    network: () => networks.forEach((changed) => changed()),
    pass(ms: number) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        now = next.at;
        next.then();
      }
      now = until;
    },
    world: {
      open: () => {
        const wire = new FakeWire();
        wires.push(wire);
        return wire;
      },
      now: () => now,
      after: (ms: number, then: () => void) => {
        const timer = { at: now + ms, then };
        timers.push(timer);
        return () => void (timers = timers.filter((one) => one !== timer));
      },
      onNetwork: (changed: () => void) => {
        networks.add(changed);
        return () => void networks.delete(changed);
      },
      id: () => `id-${++ids}`,
    },
  };
}

describe("a live table", () => {
  function joined() {
    const made = worldOf();
    const link = new Live("T1", () => {}, () => {}, made.world);
    link.start();
    const [wire] = made.wires as [FakeWire];
    wire.onopen?.();
    wire.hear(view);
    return { ...made, link, wire };
  }

  it("joins from the beginning, then from where it was", () => {
    const { link, wire, wires, pass } = joined();
    expect(wire.said[0]).toEqual({ is: "join", table: "T1", epoch: "", after: 0 });
    expect(link.standing).toBe("live");
    wire.hear({ is: "change", n: 4, at: 60, table: { phase: "revealed" } });
    wire.close();
    expect(link.standing).toBe("lost");
    pass(200);
    wires[1]?.onopen?.();
    expect(wires[1]?.said[0]).toEqual({ is: "join", table: "T1", epoch: "abc", after: 4 });
    wires[1]?.hear({ is: "resumed", n: 4, at: 70, seat, staff: null });
    expect(link.standing).toBe("live");
  });

  it("sends again what was not answered, with the same id", async () => {
    const { link, wire, wires, pass } = joined();
    const { id, answer } = link.give({ do: "place-wager", seat: 1, spot: "big", stake: 100 });
    expect(wire.said.at(-1)).toMatchObject({ is: "give", id, round: 7 });
    wire.close();
    pass(200);
    wires[1]?.onopen?.();
    expect(wires[1]?.said.some((one) => one["is"] === "give")).toBe(false);
    wires[1]?.hear({ is: "resumed", n: 3, at: 70, seat, staff: null });
    expect(wires[1]?.said.at(-1)).toMatchObject({ is: "give", id });
    wires[1]?.hear({ is: "taken", n: 4, id, first: 9, last: 9, events: [], credit: 900, stakes: { big: 600 }, voucher: null });
    expect((await answer).is).toBe("taken");
    expect(link.waiting).toBe(0);
  });

  it("tells the sender of a wager before anybody draws what it changed, so that no chip is drawn twice", async () => {
    const seen: string[] = [];
    const made = worldOf();
    const drawn = () => queueMicrotask(() => seen.push(`drawn with ${link.seat?.stakes["big"]} and ${link.waiting} waiting`));
    const link: Live = new Live("T1", drawn, () => {}, made.world);
    link.start();
    made.wires[0]?.onopen?.();
    made.wires[0]?.hear(view);
    const { id, answer } = link.give({ do: "place-wager", seat: 1, spot: "big", stake: 100 });
    await Promise.resolve();
    seen.length = 0;
    void answer.then(() => seen.push("answered"));
    made.wires[0]?.hear({ is: "taken", n: 4, id, first: 9, last: 9, events: [], credit: 900, stakes: { big: 600 }, voucher: null });
    await answer;
    expect(seen).toEqual(["answered", "drawn with 600 and 0 waiting"]);
  });

  it("stays on its connection while the table moves, and sends what was not answered when the table is there again", () => {
    const { link, wire, wires } = joined();
    const { id } = link.give({ do: "place-wager", seat: 1, spot: "big", stake: 100 });
    wire.hear({ is: "moving", at: 60 });
    expect(link.standing).toBe("moving");
    const said = wire.said.length;
    const late = link.give({ do: "place-wager", seat: 1, spot: "big", stake: 200 });
    expect(wire.said.length).toBe(said);
    wire.hear({ ...view, epoch: "def", n: 1 });
    expect(link.standing).toBe("live");
    expect(wire.said.slice(said).map((one) => one["id"])).toEqual([id, late.id]);
    expect(wires.length).toBe(1);
  });

  it("gives an order under the id and in the round that people agreed to, also when it is sent again", () => {
    const { link, wire, wires, pass } = joined();
    const id = link.newId();
    wire.hear({ is: "change", n: 4, at: 60, table: { round: 8 } });
    const agreed = { id, round: 7, approvals: ["mine", "theirs"] };
    expect(link.give({ do: "decide-dispute", dispute: 1, reason: "seen", amount: 100 }, agreed).id).toBe(id);
    expect(wire.said.at(-1)).toMatchObject({ is: "give", ...agreed });
    wire.close();
    pass(200);
    wires[1]?.onopen?.();
    wires[1]?.hear({ is: "resumed", n: 4, at: 70, seat, staff: null });
    expect(wires[1]?.said.at(-1)).toMatchObject({ is: "give", ...agreed });
    expect(link.newId()).not.toBe(id);
  });

  it("says nothing to a connection that is closing, and gives the order on the next one", () => {
    const { link, wire, wires, pass } = joined();
    const before = wire.said.length;
    wire.readyState = 2;
    const { id } = link.give({ do: "place-wager", seat: 1, spot: "big", stake: 100 });
    pass(PING_MS);
    expect(wire.said).toHaveLength(before);
    wire.close();
    pass(200);
    wires[1]?.onopen?.();
    wires[1]?.hear({ is: "resumed", n: 3, at: 70, seat, staff: null });
    expect(wires[1]?.said.filter((one) => one["is"] === "give")).toMatchObject([{ id }]);
  });

  it("asks again where it is not known yet whether an order was taken", () => {
    const { link, wire, pass } = joined();
    const { id } = link.give({ do: "open-bets" });
    wire.hear({ is: "declined", n: 4, id, code: "journal-down", words: "", value: "" });
    expect(link.waiting).toBe(1);
    pass(UNSETTLED_MS);
    expect(wire.said.filter((one) => one["id"] === id)).toHaveLength(2);
  });

  it("takes a connection that says nothing for lost", () => {
    const { link, pass } = joined();
    pass(SILENT_MS + 2 * PING_MS);
    expect(link.standing).toBe("lost");
  });

  it("is lost soon after the network changed, if nothing answers", () => {
    const { link, wire, pass, network } = joined();
    pass(1);
    network();
    expect(wire.said.at(-1)).toEqual({ is: "ping", at: 1_001 });
    pass(PROBE_MS - 1);
    expect(link.standing).toBe("live");
    pass(1);
    expect(link.standing).toBe("lost");
  });

  it("stays where the house still answers after the network changed", () => {
    const { link, wire, wires, pass, network } = joined();
    pass(1);
    network();
    pass(PROBE_MS / 2);
    wire.hear({ is: "pong", n: 3, at: 60, sent: 1_001 });
    pass(PROBE_MS);
    expect(link.standing).toBe("live");
    expect(wires).toHaveLength(1);
  });

  it("connects at once when the network is back, and once", () => {
    const { link, wires, pass, network } = joined();
    for (const wait_ms of [200, 500, 1_000]) {
      wires.at(-1)?.close();
      pass(wait_ms);
    }
    wires.at(-1)?.close();
    const before = wires.length;
    network();
    expect(wires).toHaveLength(before + 1);
    wires.at(-1)?.onopen?.();
    wires.at(-1)?.hear({ is: "resumed", n: 3, at: 70, seat, staff: null });
    pass(SILENT_MS - 1);
    expect(link.standing).toBe("live");
    expect(wires).toHaveLength(before + 1);
  });

  it("does not care about the network after its end", () => {
    const { link, wire, wires, pass, network } = joined();
    link.stop();
    const said = wire.said.length;
    network();
    pass(SILENT_MS);
    expect(wire.said).toHaveLength(said);
    expect(wires).toHaveLength(1);
  });

  it("knows how far the server's clock is ahead", () => {
    const { link, wire, pass } = joined();
    pass(100);
    wire.hear({ is: "pong", n: 3, at: 6_050, sent: 1_000 });
    expect(link.lag_ms).toBe(100);
    expect(link.ahead_ms).toBe(6_050 - 1_100 + 50);
  });
});

describe("the lag that is told", () => {
  it.each([
    ["the first", 0, 3, 3],
    ["what is hardly more stays as it was told", 3, 12, 3],
    ["more", 3, 14, 14],
    ["hardly less of a long one", 200, 160, 200],
    ["less", 200, 149, 149],
  ])("%s", (_, before, now, told) => expect(toldLag(before, now)).toBe(told));
});
