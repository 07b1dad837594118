import { describe, expect, it } from "vitest";
import { actsOf, placeOf, roundsOf } from "../src/views/pit/shift/equipment";
import type { Item } from "../src/wire";

const LANGUAGES = import.meta.glob<Record<string, string>>("../src/i18n/messages/shift/*.json", { eager: true, import: "default" });

const item = (changes: Partial<Item> = {}): Item => ({
  id: "D1", kind: "dice", label: "", serials: ["a", "b", "c"], seal: "", added_at: "", standing: "stored", inspected: true, tests: [], faults: [], uses: [], ended: "", ...changes,
});
const FAULT = { at: "", by: "", words: "chipped", mended_at: "", mended: "" };

describe("words of shifts", () => {
  it("are the same in every language, with the same values", () => {
    const places = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(([place]) => place).sort();
    const told = Object.values(LANGUAGES).map((words) => Object.entries(words).map(([key, text]) => [key, ...places(text)].join(" ")).sort());
    expect(told).toHaveLength(4);
    for (const one of told) expect(one).toEqual(told[0]);
  });
});

describe("equipment", () => {
  it("is placed only when it is open, sound and inspected", () => {
    expect(actsOf(item())).toContain("place");
    expect(actsOf(item({ seal: "S1" }))).not.toContain("place");
    expect(actsOf(item({ inspected: false }))).not.toContain("place");
    expect(actsOf(item({ faults: [FAULT] }))).not.toContain("place");
  });
  it("is mended, but dice never are", () => {
    expect(actsOf(item({ kind: "tumbler", faults: [FAULT] }))).toContain("mend");
    expect(actsOf(item({ faults: [FAULT] }))).not.toContain("mend");
  });
  it("ends by being destroyed", () => {
    expect(actsOf(item({ standing: "retired" }))).toEqual(["destroy"]);
    expect(actsOf(item({ standing: "destroyed" }))).toEqual([]);
  });
  it("is at the table where it is in use, and nowhere else", () => {
    const uses = [{ table: "T1", first: 2, last: 4 }, { table: "T2", first: 8, last: 0 }];
    expect(placeOf(item({ uses, standing: "in-use" }))).toBe("T2");
    expect(placeOf(item({ uses }))).toBe("");
  });
  it.each([
    [{ table: "T1", first: 2, last: 4 }, 9, "2-4"],
    [{ table: "T1", first: 2, last: 2 }, 9, "2"],
    [{ table: "T1", first: 8, last: 0 }, 9, "8-9"],
    [{ table: "T1", first: 10, last: 0 }, 9, ""],
    [{ table: "T1", first: 10, last: 9 }, 12, ""],
  ])("was used for rounds %j", (use, now, rounds) => expect(roundsOf(use, now)).toBe(rounds));
});
