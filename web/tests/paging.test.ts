/** Long lists: every page is fetched, each line once, and the screen shows some at a time. */
import { describe, expect, it } from "vitest";
import { everyPage } from "../src/shared/paging";
import { Rows } from "../src/views/pit/rows.svelte";

const NAMES = Array.from({ length: 250 }, (_, place) => `p${String(place).padStart(3, "0")}`);
const told = (size: number) => async (after: string) => {
  const rest = NAMES.filter((name) => name > after);
  return { some: rest.slice(0, size), more: rest.length > size };
};

describe("pages", () => {
  it.each([1, 7, 249, 250, 1000])("of %i are all asked for, and nobody is missing or twice", async (size) => {
    const seen: number[] = [];
    const all = await everyPage(told(size), (one) => one, (grown) => seen.push(grown.length));
    expect(all).toEqual(NAMES);
    expect(seen.at(-1)).toBe(NAMES.length);
    expect(seen).toHaveLength(Math.ceil(NAMES.length / size));
  });
  it("end where a page is empty, whatever it says", async () => {
    expect(await everyPage(async () => ({ some: [], more: true }), String)).toEqual([]);
  });
  it("that fail fail as a whole", async () => {
    const failing = async (after: string) => (after ? Promise.reject(new Error("lost")) : { some: ["a"], more: true });
    await expect(everyPage(failing, (one) => one)).rejects.toThrow("lost");
  });
});

describe("rows", () => {
  const rows = () => new Rows(() => NAMES, (one) => one);
  it("are shown some at a time", () => {
    const long = rows();
    expect([long.shown.length, long.left, long.long]).toEqual([100, 150, true]);
    long.more();
    long.more();
    expect([long.shown.length, long.left]).toEqual([250, 0]);
  });
  it("are found by their words", () => {
    const long = rows();
    long.sought = " P24 ";
    expect(long.shown).toEqual(NAMES.slice(240));
    expect(long.long).toBe(true);
  });
  it("of a short list need no search", () => {
    expect(new Rows(() => ["a"], (one) => one).long).toBe(false);
  });
});
