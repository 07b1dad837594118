/** The pit without a page: its words, its way of reading amounts and rounds, and a round told again. */
import { describe, expect, it } from "vitest";
import { figures } from "../src/views/pit/integrity/metrics";
import { HAPPENINGS } from "../src/wire";
import en from "../src/i18n/messages/pit/en.json";
import ms from "../src/i18n/messages/pit/ms.json";
import hans from "../src/i18n/messages/pit/zh-Hans.json";
import hant from "../src/i18n/messages/pit/zh-Hant.json";
import { momentAt, seatsOf, sumOn } from "../src/views/pit/recall/replay";
import { indexOf, numberOf, shown, type Report } from "../src/views/pit/reports/report";
import { at, scaleOf } from "../src/views/pit/reports/scale";
import { linkTo, placeOf } from "../src/views/pit/route.svelte";
import { parseMoney, parseRounds, typedMoney } from "../src/views/pit/say";
import type { Entry, Event } from "../src/wire";

it.each(HAPPENINGS)("a name for the event %s", (code) => expect((en as Record<string, string>)[`happening.${code}`]).toBeTruthy());

describe("words", () => {
  const names = (text: string) => new Set(text.match(/\{[a-z]+\}/g));
  it.each([["zh-Hans", hans], ["zh-Hant", hant], ["ms", ms]])("%s has every word, with the same values", (_, words) => {
    expect(Object.keys(words)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(words)) {
      expect(text.trim(), key).not.toBe("");
      if (!key.startsWith("event.")) expect(names(text), key).toEqual(names(en[key as keyof typeof en]));
    }
  });
});

describe("amounts", () => {
  it("are read into minor units, or not at all", () => {
    expect(parseMoney("1,234.5", "SGD")).toBe(123_450);
    expect(parseMoney("-0.05", "SGD")).toBe(-5);
    expect(parseMoney("1234", "JPY")).toBe(1_234);
    for (const text of ["", "1.234", "1e3", "abc", "--1"]) expect(parseMoney(text, "SGD"), text).toBeNull();
    expect(parseMoney("1.5", "JPY")).toBeNull();
  });
  it("are written as they are typed", () => {
    for (const minor of [0, 5, 100, 123_450]) expect(parseMoney(typedMoney(minor, "SGD"), "SGD")).toBe(minor);
  });
});

describe("rounds", () => {
  it("are read as numbers and ranges, each once and in order", () => {
    expect(parseRounds("14-16, 12 15")).toEqual([12, 14, 15, 16]);
    expect(parseRounds("")).toEqual([]);
    for (const text of ["x", "0", "9-3", "1-9999"]) expect(parseRounds(text), text).toBeNull();
  });
});

describe("places", () => {
  it("are kept in the address", () => {
    expect(placeOf(linkTo("recall", "T 1", 12))).toEqual({ section: "recall", args: ["T 1", "12"] });
    expect(placeOf("#/nowhere").section).toBe("floor");
    expect(placeOf("").section).toBe("floor");
  });
});

const LIGHTS = { "1-2-3": ["small", "total-6"], "4-5-6": ["big", "total-15"] };
const entries = (events: readonly Event[]): Entry[] =>
  events.map((event, place) => ({ seq: place + 1, at: "2026-11-15T00:00:00Z", by: "somebody", words: "", event }));
const place = (seat: number, spot: string, stake: number): Event =>
  ({ is: "wager-placed", round: 1, seat, spot, stake, excess: 0, placed_by: "player", asked_by: "" });

const moments = (all: readonly Entry[], lights: Readonly<Record<string, readonly string[]>>) => all.map((_, at) => momentAt(all, at, lights));

describe("a round told again", () => {
  const played = entries([
    place(1, "big", 500),
    place(2, "small", 300),
    { is: "wager-moved", round: 1, seat: 1, spot: "big", to: "small", stake: 200, cause: "dealer", reason: "", second: "" },
    { is: "wager-withdrawn", round: 1, seat: 1, spot: "small", stake: 200, reason: "", second: "" },
    { is: "roll-entered", round: 1, roll: "4-5-6", call: "", lit: LIGHTS["4-5-6"] },
    { is: "entry-amended", round: 1, old: "4-5-6", roll: "1-2-3", call: "", lit: LIGHTS["1-2-3"], clause: "" },
    { is: "losers-collected", round: 1, roll: "1-2-3", lost: [[1, "big", 300, 0, 0]], winners: { small: [[2, "small", 300, 600, 0]] }, overflow: 0 },
    { is: "area-paid", round: 1, area: "small", awards: [[2, "small", 300, 600, 0]] },
    { is: "round-settled", round: 1, roll: "1-2-3" },
    { is: "round-corrected", round: 1, old: "1-2-3", roll: "4-5-6", clause: "", awards: [[1, "big", 300, 600, 0], [2, "small", 300, 0, 0]], corrections: [[1, 600, 0, 0], [2, 0, 500, 100]], second: "boss" },
  ]);
  const told = moments(played, LIGHTS);

  it("shows what lay where after each entry", () => {
    expect(sumOn(told[1]?.stakes.get("big"), 0)).toBe(500);
    expect(sumOn(told[2]?.stakes.get("small"), 0)).toBe(500);
    expect(sumOn(told[2]?.stakes.get("small"), 1)).toBe(200);
    expect(sumOn(told[3]?.stakes.get("small"), 1)).toBe(0);
  });
  it("follows the roll through an amendment and a correction", () => {
    expect(told.map((one) => one.roll).slice(4)).toEqual(["4-5-6", "1-2-3", "1-2-3", "1-2-3", "1-2-3", "4-5-6"]);
    expect(told[9]?.lit).toEqual(["big", "total-15"]);
    expect([...(told[9]?.gains ?? [])].map(([spot, on]) => [spot, sumOn(on, 0)])).toEqual([["big", 300]]);
    expect(told[9]?.swept).toEqual(new Set(["small"]));
    expect(told.slice(8).map((one) => one.end)).toEqual(["settled", "corrected"]);
  });
  it("knows every seat that had a wager", () => expect(seatsOf(entries([place(12, "big", 1), ...played.map((one) => one.event), place(12, "small", 1)]))).toEqual([1, 2, 12]));
  it("sums up every seat", () => {
    expect(told[8]?.seats.get(1)).toEqual({ staked: 300, returned: 0, corrected: 0, owed: 0 });
    expect(told[9]?.seats.get(2)).toEqual({ staked: 300, returned: 600, corrected: -500, owed: 100 });
    expect(sumOn(told[8]?.gains.get("small"), 0)).toBe(300);
    expect(told[6]?.swept.has("big")).toBe(true);
  });
  it("puts every stake back where a settlement is undone, and pays by the other roll", () => {
    const again = moments(entries([
      ...played.slice(0, 8).map((one) => one.event),
      { is: "settlement-undone", round: 1, restored: 600, corrections: [[2, 0, 250, 50]] },
      { is: "entry-amended", round: 1, old: "1-2-3", roll: "4-5-6", call: "", lit: LIGHTS["4-5-6"], clause: "" },
    ]), LIGHTS);
    const undone = again[8];
    expect([undone?.swept.size, undone?.gains.size, sumOn(undone?.stakes.get("big"), 0), sumOn(undone?.stakes.get("small"), 0)]).toEqual([0, 0, 300, 300]);
    expect(undone?.seats.get(2)).toEqual({ staked: 0, returned: 0, corrected: 0, owed: 50 });
    expect(undone?.roll).toBe("1-2-3");
    expect(again[9]?.lit).toEqual(LIGHTS["4-5-6"]);
  });
  it("leaves everybody with what they had where a round is void while winners are paid", () => {
    const voided: Event = { is: "round-voided", round: 1, trouble: "dice-not-flat", clause: "7.1", announced: true, call: "", returned: [], corrections: [[1, 300, 0, 0], [2, 0, 300, 0]], staked: 600 };
    const end = moments(entries([...played.slice(0, 8).map((one) => one.event), voided]), LIGHTS).at(-1);
    for (const seat of [1, 2]) {
      const sum = end?.seats.get(seat);
      expect((sum?.returned ?? 0) - (sum?.staked ?? 0) + (sum?.corrected ?? 0)).toBe(0);
    }
    expect([end?.stakes.size, end?.gains.size, end?.end]).toEqual([0, 0, "void"]);
  });
  it("follows wagers that are found elsewhere or on a line, where that counts", () => {
    const shifted = { is: "wager-shifted", round: 1, seat: 1, spot: "big", to: "small", stake: 200, cause: "a sleeve", clause: "", second: "" } as const;
    const line = { is: "line-judged", round: 1, seat: 1, spot: "big", stake: 100, reason: "", second: "", clause: "" } as const;
    const lies = (event: Event) => {
      const end = moments(entries([place(1, "big", 500), event]), LIGHTS).at(-1);
      return [sumOn(end?.stakes.get("big"), 0), sumOn(end?.stakes.get("small"), 0)];
    };
    expect([lies({ ...shifted, counts: true }), lies({ ...shifted, counts: false })]).toEqual([[300, 200], [500, 0]]);
    expect([lies({ ...line, counts: true }), lies({ ...line, counts: false })]).toEqual([[500, 0], [400, 0]]);
  });
  it("clears the layout of a void round", () => {
    const voided: Event = { is: "round-voided", round: 1, trouble: "dice-not-flat", clause: "7.1", announced: true, call: "", returned: [[1, "big", 500]], corrections: [], staked: 500 };
    const end = moments(entries([place(1, "big", 500), voided]), LIGHTS).at(-1);
    expect(end?.stakes.size).toBe(0);
    expect(end?.end).toBe("void");
  });
});

describe("reports", () => {
  const report: Report = {
    title: "", version: "", site: "", period_from: "", period_to: "", made_at: "", house_time: "", sections: [], totals: [], notes: [],
    columns: [{ name: "day", kind: "text" }, { name: "currency", kind: "text" }, { name: "win", kind: "money" }, { name: "hold", kind: "share" }],
    rows: [["2026-11-15", "SGD", "7/2", "1/36"]],
  };
  it("show exact fractions as money and percentages", () => {
    const row = report.rows[0] ?? [];
    expect(numberOf("7/2")).toBe(3.5);
    expect(shown(report, row, indexOf(report, "win"))).toBe("0.04");
    expect(shown(report, row, indexOf(report, "hold"))).toBe("2.78%");
  });
  it("have scales that hold every value and nothing", () => {
    for (const values of [[], [0], [5], [-3, 8], [123_456, -9], [0.2]]) {
      const scale = scaleOf(values);
      expect(scale.low).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(scale.high).toBeGreaterThanOrEqual(Math.max(0, ...values));
      expect(scale.ticks.some((tick) => tick === 0)).toBe(true);
      expect(scale.ticks.every(Number.isInteger)).toBe(true);
      expect(at(scale, scale.low, 100)).toBe(0);
      expect(at(scale, scale.high, 100)).toBe(100);
    }
  });
});

describe("figures of the house", () => {
  it("are summed up from what is published for Prometheus", () => {
    const found = figures([
      "# HELP taisai_entries_total Entries", 'taisai_entries_total{table="T1"} 12.0', "taisai_sockets 3.0",
      'taisai_refusals_total{code="credit-short"} 2.0', 'taisai_refusals_total{code="table-busy"} 5.0',
      'taisai_request_seconds_count{method="GET",status="200"} 10.0', 'taisai_request_seconds_sum{method="GET",status="200"} 0.05',
      'taisai_request_seconds_bucket{le="0.005",method="GET",status="200"} 8.0', 'taisai_request_seconds_bucket{le="0.01",method="GET",status="200"} 10.0',
      'taisai_request_seconds_bucket{le="+Inf",method="GET",status="200"} 10.0',
    ].join("\n"));
    expect(found).toMatchObject({ sockets: 3, requests: 10, mean_ms: 5, most_ms: 10 });
    expect(found.refusals[0]).toEqual(["table-busy", 5]);
    expect(found.entries.get("T1")).toBe(12);
  });
});
