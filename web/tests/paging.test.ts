/** Long lists: every page is fetched, each line once, and a search finds any of them. */
import { describe, expect, it } from "vitest";
import { everyPage } from "../src/shared/paging";
import { Search } from "../src/views/pit/search.svelte";

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

describe("a search", () => {
  const among = (names: readonly string[]) => new Search(() => names, (one) => one);
  it("finds everybody until somebody is looked for", () => {
    expect(among(NAMES).found).toEqual(NAMES);
  });
  it("finds rows by their words", () => {
    const search = among(NAMES);
    search.text = " P24 ";
    expect(search.found).toEqual(NAMES.slice(240));
    expect(search.useful).toBe(true);
  });
  it("in a short list is of no use", () => {
    expect(among(["a"]).useful).toBe(false);
  });
});
