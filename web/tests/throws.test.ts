import { describe, expect, it } from "vitest";
import { faces } from "../src/dome/die";
import { hull, ordered } from "../src/dome/paintdie";
import { numberOf, playing } from "../src/dome/playing";
import { poseAt, THROWS } from "../src/dome/throws";
import { axes } from "../src/dome/turning";

const FACES = [1, 2, 3, 4, 5, 6];
const ROLLS = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c) => [a, b, c]))).filter(([a = 0, b = 0, c = 0]) => a <= b && b <= c).map((one) => one.join("-"));
const ROUNDS = Array.from({ length: 200 }, (_, place) => place + 1);
const KINDS = ["die", "base", "glass"];

/** What a die shows above: the side whose axis points up. */
function above(own: ReturnType<typeof axes>, sides: readonly number[]): number {
  const up = own.flatMap((axis) => [axis[2], -axis[2]]);
  return sides[up.indexOf(Math.max(...up))] ?? 0;
}

describe("a die", () => {
  const sides = FACES.flatMap((face) => [0, 1, 2, 3].map((spin) => faces(face, spin)));
  it("has each face once, opposite ones seven together", () => {
    for (const one of sides) {
      expect([...one].sort()).toEqual(FACES);
      for (const place of [0, 2, 4]) expect((one[place] ?? 0) + (one[place + 1] ?? 0)).toBe(7);
    }
  });
  it("stands in 24 ways, all of the same die", () => {
    expect(new Set(sides.map(String)).size).toBe(24);
    /** 1, 2 and 3 go round their corner the same way. */
    const hand = (one: readonly number[]) => {
      const place = [1, 2, 3].map((face) => one.indexOf(face));
      const order = place.map((side) => Math.floor(side / 2));
      const swaps = [[0, 1], [0, 2], [1, 2]].filter(([a = 0, b = 0]) => (order[a] ?? 0) > (order[b] ?? 0)).length;
      return (swaps + place.filter((side) => side % 2).length) % 2;
    };
    expect(new Set(sides.map(hand)).size).toBe(1);
  });
});

describe("the baked throws", () => {
  it("are a few dozen, of 3 to 5 seconds", () => {
    expect(THROWS.length).toBeGreaterThanOrEqual(24);
    for (const { length_s, dice } of THROWS) {
      expect(length_s).toBeGreaterThanOrEqual(3);
      expect(length_s).toBeLessThanOrEqual(5);
      expect(dice).toHaveLength(3);
      for (const path of dice) expect(Math.abs((path.at(-1)?.at_s ?? 0) - length_s)).toBeLessThan(0.05);
    }
  });
  it("tell each contact within the throw, by what was struck and how hard", () => {
    expect(new Set(THROWS.flatMap(({ contacts }) => contacts.map((one) => one.on)))).toEqual(new Set(KINDS));
    for (const { contacts, length_s } of THROWS) {
      expect(contacts.length).toBeGreaterThan(10);
      expect(Math.max(...contacts.map((one) => one.energy))).toBeCloseTo(1);
      contacts.forEach((one, place) => expect(one.at_s).toBeGreaterThanOrEqual(contacts[place - 1]?.at_s ?? 0));
      expect(contacts.at(-1)?.at_s).toBeLessThanOrEqual(length_s);
    }
  });
  it("keep the dice under the glass, above the base and out of each other", () => {
    const moments = THROWS.flatMap(({ dice, length_s }) => Array.from({ length: Math.floor(length_s * 30) }, (_, place) => dice.map((path) => poseAt(path, place / 30))));
    const all = moments.flat();
    const apart = moments.flatMap(([one, two, three]) => [[one, two], [one, three], [two, three]].map(([a, b]) => Math.hypot(...[0, 1, 2].map((axis) => (a?.at[axis] ?? 0) - (b?.at[axis] ?? 0)))));
    const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
    const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
    expect(most(all.map(({ at }) => Math.hypot(at[0], at[1])))).toBeLessThan(2.2);
    expect(least(all.map(({ at }) => at[2]))).toBeGreaterThan(0.4);
    expect(most(all.map(({ at }) => at[2]))).toBeLessThan(3.4);
    expect(least(apart)).toBeGreaterThan(0.85);
    expect(most(all.map(({ turn }) => Math.abs(Math.hypot(...turn) - 1)))).toBeLessThan(0.02);
  });
  it("end flat on the base", () => {
    for (const { dice, length_s } of THROWS) {
      for (const path of dice) {
        const { at, turn } = poseAt(path, length_s);
        expect(at[2]).toBeCloseTo(0.5, 1);
        expect(axes(turn)[2][2]).toBeGreaterThan(0.995);
      }
    }
  });
});

describe("a round's throw", () => {
  it.each(ROLLS)("ends on %s, whichever throw it is", (roll) => {
    for (const round of ROUNDS) {
      const { posesAt, faces: sides, length_ms } = playing("T1", round, roll);
      const shown = posesAt(length_ms).map(({ turn }, place) => above(axes(turn), sides[place] ?? []));
      expect(shown.sort().join("-")).toBe(roll);
    }
  });
  it("is the same on every screen, and does not follow from the roll", () => {
    for (const round of ROUNDS) {
      const [one, other] = [playing("T1", round, "1-3-6"), playing("T1", round, "2-2-5")];
      for (const at_ms of [0, 700, 2_000, one.length_ms]) expect(one.posesAt(at_ms)).toEqual(other.posesAt(at_ms));
    }
    expect(numberOf("T1 1")).toBe(numberOf("T1 1"));
  });
  it("comes from all throws", () => {
    const lengths = new Set(ROUNDS.map((round) => playing("T1", round, "1-1-1").posesAt(0).map(({ at }) => Math.hypot(at[0], at[1]).toFixed(4)).sort().join()));
    expect(lengths.size).toBeGreaterThan(THROWS.length * 0.9);
  });
});

describe("painting", () => {
  it("finds the outline of points", () => expect(hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])).toHaveLength(4));
  it("paints what is far away first", () => {
    const turn = [1, 0, 0, 0] as const;
    expect(ordered([{ at: [0, -2, 0.5], turn }, { at: [0, 2, 0.5], turn }, { at: [0, 0, 0.5], turn }])).toEqual([1, 2, 0]);
  });
});
