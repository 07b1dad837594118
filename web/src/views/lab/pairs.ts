/** Two pay tables side by side, with similar spots on one line. */
import type { Comparison, LabSpot } from "../../wire";
import { grouped } from "./group";
import { likeness } from "./rows";

export type Fate = "alike" | "differs" | "one-only" | "other-only";

/** `one` or `other` is empty if its table does not have the spots. */
export interface Pair {
  readonly key: string;
  readonly fate: Fate;
  readonly one: readonly LabSpot[];
  readonly other: readonly LabSpot[];
  readonly gain: string;
}

export function pairsOf(found: Comparison): Pair[] {
  const lines = grouped(found.both, (pair) => [likeness(pair.one), likeness(pair.other), pair.alike].join("|"));
  const both = [...lines].map(([key, pairs]): Pair => {
    const fate = pairs[0]?.alike ? "alike" : "differs";
    return { key, fate, one: pairs.map((pair) => pair.one), other: pairs.map((pair) => pair.other), gain: pairs[0]?.gain ?? "0" };
  });
  const alone = (spots: readonly LabSpot[], fate: "one-only" | "other-only") =>
    [...grouped(spots, likeness)].map(
      ([key, same]): Pair => ({ key: `${fate} ${key}`, fate, one: fate === "one-only" ? same : [], other: fate === "other-only" ? same : [], gain: "" }),
    );
  return [...both, ...alone(found.one_only, "one-only"), ...alone(found.other_only, "other-only")];
}

export const spotsOf = (pair: Pair): readonly LabSpot[] => (pair.one.length ? pair.one : pair.other);
