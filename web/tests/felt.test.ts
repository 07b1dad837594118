import { describe, expect, it } from "vitest";
import { art, ems, fitted } from "../src/felt/art";
import { facesOf } from "../src/felt/dress";
import { cellsOf, fit, kept } from "../src/felt/fit";
import { notes } from "../src/felt/notes";
import { follow, SpotState } from "../src/felt/spotstate.svelte";
import { steer } from "../src/felt/steer";
import { speak } from "../src/i18n/i18n.svelte";
import { LANGUAGES } from "../src/i18n/languages";
import { wording } from "../src/shared/wording";
import type { ArrangementInfo, SpotInfo } from "../src/wire";
import { ink, mark, sides } from "../src/dice/sides.svelte";
import { declared } from "./spots";

function grid(name: string, width: number, height: number, columns: number, rows: number, area = "s"): ArrangementInfo {
  const bands = Array.from({ length: rows }, (_, row) => ({
    title: "", x: 0, y: (row * height) / rows, width, height: height / rows,
    cells: Array.from({ length: columns }, (_, column) => ({
      spot: `${area}-${row}-${column}`, x: (column * width) / columns, y: (row * height) / rows, width: width / columns, height: height / rows,
    })),
  }));
  return { name, width, height, blocks: bands };
}

describe("fitting", () => {
  const wide = grid("landscape", 60, 20, 6, 4);
  const tall = grid("portrait", 30, 40, 3, 8);

  it("takes the arrangement whose shape fits", () => {
    expect(fit([wide, tall], 1600, 800).name).toBe("landscape");
    expect(fit([wide, tall], 700, 1000).name).toBe("portrait");
  });

  it("draws every cell once inside the surface", () => {
    const { pages } = fit([wide], 1600, 800);
    const cells = pages.flatMap(cellsOf);
    expect(new Set(cells.map((cell) => cell.spot)).size).toBe(24);
    for (const cell of cells) {
      expect(cell.x + cell.width).toBeLessThanOrEqual(1600.001);
      expect(cell.y + cell.height).toBeLessThanOrEqual(800.001);
    }
  });

  it("turns pages where titles could not be read, without losing a cell", () => {
    const { pages } = fit([tall], 360, 400, 48);
    expect(pages.length).toBe(2);
    expect(pages.flatMap(cellsOf)).toHaveLength(24);
  });

  it("has one page where nothing could turn it", () => expect(fit([tall], 360, 400).pages).toHaveLength(1));

  it("leaves room for the tabs where there are pages to turn, at every height", () => {
    for (let height = 1; height < 900; height += 7) {
      const { pages } = fit([tall], 360, height, 48);
      const room = Math.max(1, pages.length > 1 ? height - 48 : height);
      for (const page of pages) expect(page.height, `${height}`).toBeLessThanOrEqual(room + 0.001);
    }
  });

  it("keeps one page although it would be two with tabs above it", () => {
    expect(fit([tall], 360, 40 * 14, 48).pages).toHaveLength(1);
    expect(fit([tall], 360, 40 * 14 - 1, 48).pages).toHaveLength(2);
  });
});

describe("a room that changes", () => {
  const before = { width: 1_121, height: 524 };
  it("keeps what was laid out while it is hardly lower", () => {
    for (const height of [524, 503, 490]) expect(kept(before, 1_121, height)).toBe(before);
  });
  it("is laid out anew where it is much lower, higher, or not as wide", () => {
    for (const [width, height] of [[1_121, 470], [1_121, 525], [1_100, 524], [1_200, 500]] as const) {
      expect(kept(before, width, height)).toEqual({ width, height });
    }
  });
});

describe("steering", () => {
  const [page] = fit([grid("landscape", 60, 20, 6, 4)], 1600, 800).pages;
  const cells = page ? cellsOf(page) : [];

  it("goes to the neighbour", () => {
    expect(steer(cells, "s-0-0", "right")).toBe("s-0-1");
    expect(steer(cells, "s-0-1", "down")).toBe("s-1-1");
    expect(steer(cells, "s-1-1", "left")).toBe("s-1-0");
    expect(steer(cells, "s-1-0", "up")).toBe("s-0-0");
  });

  it("stays at the edge", () => expect(steer(cells, "s-0-0", "left")).toBe("s-0-0"));

  it("reaches every cell by arrows alone", () => {
    const reached = new Set(["s-0-0"]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const spot of [...reached]) for (const way of ["left", "right", "up", "down"] as const) reached.add(steer(cells, spot, way));
    }
    expect(reached.size).toBe(24);
  });
});

describe("printing", () => {
  const spot = (id: string, area: string, label: string): SpotInfo => ({ id, area, label, odds: "6", inferred: false, clause: "", ways: 1, hit: "1/216", edge: "0", step: 1, ...declared(id, area) });
  const spots = [
    spot("big", "big", "Big"), spot("any-triple", "any-triple", "Any triple"), spot("total-10", "total", "Total 10"), spot("single-3", "single", "Single 3"), spot("double-4", "double", "Double 4"),
    spot("four-3-4-5-6", "four", "Three of 6, 5, 4, 3"), spot("pair-1-1-3", "pair", "Double 1 with 3"), spot("house-1", "house", "House special"),
  ];

  it.each(LANGUAGES)("never leaves its cell, however it is shaped, in %s", async (language) => {
    await speak(language);
    for (const one of spots) {
      for (const [width, height] of [[2, 1], [9, 4], [60, 30], [40, 80], [300, 60], [120, 120], [51, 26], [220, 300]] as const) {
        const note = { range: [11, 17] as const, losesOnTriples: true, rolls: ["1-1-1", "2-2-2", "3-3-3", "4-4-4", "5-5-5", "6-6-6"] };
        for (const shape of art({ x: 10, y: 10, width, height }, one, wording.odds("6"), note, wording)) {
          const size = shape.size;
          expect(size).toBeGreaterThan(0);
          const wide = shape.is === "text" ? ems(shape.text) * size : size;
          const left = shape.is === "text" && !shape.left ? shape.x - wide / 2 : shape.x;
          expect(left, `${one.id} ${width}x${height}`).toBeGreaterThanOrEqual(9.9);
          expect(left + wide, `${one.id} ${width}x${height} ${JSON.stringify(shape)}`).toBeLessThanOrEqual(10.1 + width);
          expect(shape.y + (shape.is === "text" ? 0 : size), one.id).toBeLessThanOrEqual(10.1 + height);
        }
      }
    }
  });

  it("names faces in the order of the label", () => {
    expect(facesOf({ id: "four-3-4-5-6", area: "four", label: "Three of 6, 5, 4, 3", dice: [3, 4, 5, 6] })).toEqual([6, 5, 4, 3]);
    expect(facesOf({ id: "pair-1-1-3", area: "pair", label: "Double 1 with 3", dice: [1, 1, 3] })).toEqual([1, 1, 3]);
    expect(facesOf({ id: "triple-4", area: "triple", label: "Triple 4", dice: [4, 4, 4] })).toEqual([4, 4, 4]);
  });

  it("draws what is declared, whatever the spot is called", () => {
    const doubles = { ...spot("x-1-1", "x", "Ones"), draw: "dice", dice: [1, 1] };
    const box = { x: 0, y: 0, width: 120, height: 80 };
    expect(art(box, doubles, "", undefined, wording).filter((shape) => shape.is === "die")).toHaveLength(2);
    expect(art(box, { ...doubles, picture: "🐟" }, "", undefined, wording).some((shape) => shape.is === "text" && shape.text === "🐟")).toBe(true);
    expect(art(box, { ...spot("x", "x", "Grand"), draw: "banner", glyph: "大" }, "", undefined, wording).some((shape) => shape.is === "glyph")).toBe(true);
    expect(art(box, { ...spot("x", "x", "Grand"), draw: "banner", glyph: "no sign" }, "", undefined, wording).some((shape) => shape.is === "glyph")).toBe(false);
  });

  it("says push where a triple gives the stake back, and loses where it does not", async () => {
    await speak("en");
    const note = { range: [11, 17] as const, losesOnTriples: true, rolls: [] };
    const texts = (back: string[], back_on_triples = true) => art({ x: 0, y: 0, width: 400, height: 200 }, { ...spot("big", "big", "Big"), back, back_on_triples }, "", note, wording).flatMap((shape) => (shape.is === "text" ? [shape.text.toLowerCase()] : []));
    expect(texts([])).toContain("loses on any triple");
    expect(texts(["1"])).toContain("push on a triple");
    expect(texts(["1/2"])).toContain("half back on a triple");
    expect(texts(["1/3"]).some((text) => /^33\.3+% back on a triple$/.test(text))).toBe(true);
    expect(texts(["1/2"], false).some((text) => text.includes("triple"))).toBe(false);
    expect(wording.back({ ...spot("low", "low", "Low"), back: ["1", "1/2"], back_on_triples: false })).toBe("PUSH / HALF BACK");
    expect(wording.back({ ...spot("low", "low", "Low"), back: ["1"], back_on_triples: true })).toBe("");
  });

  it("fits a text into a width", () => expect(fitted("ABCD", 40, 100)).toBe(20));

  it("gives a Chinese sign its width", () => expect(fitted("大小", 40, 100)).toBeLessThan(20));

  it("prints a big character once, although it is the label too", async () => {
    await speak("zh-Hant");
    const texts = art({ x: 0, y: 0, width: 200, height: 160 }, spot("big", "big", "Big"), "", undefined, wording).filter((shape) => shape.is === "text");
    expect(texts).toEqual([]);
    await speak("en");
  });

  it("reads ranges and triples off what is lit", () => {
    const found = notes({ "1-1-1": ["any"], "1-1-2": ["low"], "1-1-3": ["low"], "1-2-3": ["odd"], "2-3-3": ["odd"] });
    expect(found.get("low")).toMatchObject({ range: [4, 5], losesOnTriples: true });
    expect(found.get("odd")?.range).toBeNull();
    expect(found.get("any")?.losesOnTriples).toBe(false);
  });
});

describe("dice with pictures", () => {
  it("are named and marked as the rulebook says, in colours that we know", () => {
    const fish = { name: "Fish", colour: "red", picture: "🐟" };
    sides.show([fish, { name: "Prawn", colour: "url(evil)", picture: "" }]);
    expect([sides.name(1), sides.name(2), sides.name(6)]).toEqual(["Fish", "Prawn", "6"]);
    expect(mark(fish)).toBe("🐟");
    expect(mark({ name: "Prawn", colour: "", picture: "" })).toBe("Pra");
    expect(ink({ name: "Prawn", colour: "url(evil)", picture: "" })).toBe(ink({ name: "", colour: "", picture: "" }));
    sides.show([]);
    expect(sides.of(1)).toBeUndefined();
  });
});

describe("the state of a spot", () => {
  const states = new Map([["big", new SpotState()], ["small", new SpotState()]]);
  const times = () => [...states.values()].map((one) => one.times);

  it("has the multiplier of this round and no other", () => {
    follow(states, new Map(), new Map(), new Set(), { big: 5 });
    expect(times()).toEqual([5, 0]);
    follow(states, new Map(), new Map(), new Set(), { small: 2 });
    expect(times()).toEqual([0, 2]);
  });
});
