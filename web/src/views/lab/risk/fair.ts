/** The behaviour and tests of fair dice. */
import { l, type LabKey } from "../words";

const Z_99 = 2.5758;

/** The 99 % range of a share, given its chance and the number of tries. */
export function band(chance: number, tries: number): [low: number, high: number] {
  const away = Z_99 * Math.sqrt((chance * (1 - chance)) / Math.max(1, tries));
  return [Math.max(0, chance - away), chance + away];
}

/** The 56 rolls in their order, each with its ways. */
export function rollsOf(): { roll: string; ways: number }[] {
  const faces = [1, 2, 3, 4, 5, 6];
  return faces.flatMap((one) =>
    faces.filter((two) => two >= one).flatMap((two) => faces.filter((three) => three >= two).map((three) => ({ roll: `${one}-${two}-${three}`, ways: [1, 3, 6][new Set([one, two, three]).size - 1] ?? 0 }))),
  );
}

const TESTS: readonly (readonly [told: RegExp, key: LabKey])[] = [
  [/^faces, chi/, "dice.test.faces-chi"], [/^faces, G/, "dice.test.faces-g"], [/^die (\d)/, "dice.test.die-chi"], [/^56 rolls, chi/, "dice.test.rolls-chi"],
  [/^56 rolls, G/, "dice.test.rolls-g"], [/^totals after/, "dice.test.lag"], [/^faces after faces of die (\d)/, "dice.test.die-lag"], [/^runs/, "dice.test.runs"],
];

/** In the reader's language. */
export function testName(told: string): string {
  const found = TESTS.find(([pattern]) => pattern.test(told));
  return found ? l(found[1], { die: found[0].exec(told)?.[1] ?? "" }) : told;
}
