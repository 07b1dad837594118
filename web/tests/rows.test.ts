/** Lists of thousands, of which a page holds what is in sight. */
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import Rows from "../src/shared/Rows.svelte";
import { drawn, Heights, WHOLE, type Drawn, type Gap } from "../src/shared/rows";

const keys = Array.from({ length: 5_000 }, (_, at) => `row ${at}`);
const places = (found: readonly (Gap | Drawn)[]) => found.flatMap((one) => ("at" in one ? [one.at] : []));
const high = (found: readonly (Gap | Drawn)[], row: number) => found.reduce((sum, one) => sum + ("height" in one ? one.height : row), 0);

describe("what is drawn of a long list", () => {
  it("is what is in sight, and a gap as high as all that is not", () => {
    const found = drawn(keys, 1, new Heights(), { top: 4_000, bottom: 4_400 }, null);
    expect(places(found)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
    expect(found).toHaveLength(12);
    expect(high(found, 40)).toBe(5_000 * 40);
  });

  it("is the row that is held too, wherever it is, with its neighbours", () => {
    for (const held of [0, 50, 104, 4_999]) {
      const found = drawn(keys, 1, new Heights(), { top: 4_000, bottom: 4_400 }, `row ${held}`);
      const wanted = [held - 1, held, held + 1].filter((at) => keys[at]);
      expect(places(found)).toEqual(expect.arrayContaining(wanted));
      expect(high(found, 40)).toBe(5_000 * 40);
    }
    expect(places(drawn(keys, 1, new Heights(), { top: 0, bottom: 80 }, "row of another list"))).toEqual([0, 1]);
  });

  it("is whole lines where rows lie side by side", () => {
    const found = drawn(keys, 3, new Heights(), { top: 400, bottom: 480 }, "row 4999");
    expect(places(found)).toEqual([30, 31, 32, 33, 34, 35, 4_995, 4_996, 4_997, 4_998, 4_999]);
  });

  it("is nothing of nothing", () => expect(drawn([], 1, new Heights(), { top: 0, bottom: 500 }, null)).toEqual([]));

  it("goes by heights that were measured, and by their mean where none was", () => {
    const heights = new Heights();
    expect([heights.learn("row 0", 100), heights.learn("row 1", 20), heights.learn("row 2", 0)]).toEqual([true, true, false]);
    expect(["row 0", "row 1", "row 2"].map((key) => heights.of(key))).toEqual([100, 20, 60]);
    expect(places(drawn(keys, 1, heights, { top: 100, bottom: 130 }, null))).toEqual([1, 2]);
    expect(heights.learn("row 0", 90), "a list that moved with each change might never come to rest").toBe(false);
    heights.forget();
    expect(heights.of("row 0")).toBe(40);
  });
});

describe("a list on a page", () => {
  let list: ReturnType<typeof mount> | undefined;
  afterEach(() => list && void unmount(list));

  function listed(count: number): Element {
    const rows = Array.from({ length: count }, (_, at) => ({ name: `Seat ${at + 1}` }));
    const row = createRawSnippet((one: () => { name: string }, at: () => number) => ({
      render: () => `<li data-at="${at()}"><button>${one().name}</button></li>`,
    }));
    list = mount(Rows as never, { target: document.body, props: { tag: "ul", rows, key: (one: { name: string }) => one.name, row } as never });
    flushSync();
    return document.querySelector("ul") as Element;
  }

  it("holds all rows of a short list, and no gap", () => {
    const found = listed(WHOLE);
    expect(found.querySelectorAll("li[data-at]")).toHaveLength(WHOLE);
    expect(found.querySelectorAll(".gap")).toHaveLength(0);
  });

  it("holds few rows of a long one, with a gap that is hidden from those who hear it", () => {
    const found = listed(5_000);
    const shown = found.querySelectorAll("li[data-at]").length;
    expect(shown).toBeGreaterThan(5);
    expect(shown).toBeLessThan(WHOLE);
    expect([...found.querySelectorAll(".gap")].map((one) => one.getAttribute("aria-hidden"))).toEqual(["true"]);
  });

  it("draws a row that is to be shown, and keeps one that has the focus", async () => {
    const found = listed(5_000);
    const { show } = list as unknown as { show: (at: number) => Promise<void> };
    await show(4_321);
    const far = found.querySelector<HTMLElement>('[data-at="4321"] button');
    expect(far?.textContent).toBe("Seat 4322");
    far?.focus();
    dispatchEvent(new Event("resize"));
    flushSync();
    expect(found.querySelector('[data-at="4321"] button')).toBe(far);
    const elsewhere = document.body.appendChild(document.createElement("button"));
    elsewhere.focus();
    flushSync();
    expect(found.querySelector('[data-at="4321"]')).toBeNull();
  });
});
