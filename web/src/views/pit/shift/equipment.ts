/** What can be done with equipment in its present state, and the rounds it was used for. */
import type { Item, Use } from "../../../wire";

export const ACTS = ["open", "seal", "test-passed", "test-failed", "place", "remove", "fault", "mend", "retire", "destroy"] as const;
export type ItemAct = (typeof ACTS)[number];

export const placeOf = (item: Item): string => (item.standing === "in-use" ? (item.uses.at(-1)?.table ?? "") : "");

const isFaulty = (item: Item): boolean => item.faults.some((one) => !one.mended_at);

/** As the house allows it; the house checks again. */
export function actsOf(item: Item): readonly ItemAct[] {
  const mend: readonly ItemAct[] = isFaulty(item) && item.kind !== "dice" ? ["mend"] : [];
  switch (item.standing) {
    case "stored":
      if (item.seal) return ["open", "fault", ...mend, "retire"];
      return [...(item.inspected && !isFaulty(item) ? (["place"] as const) : []), "test-passed", "test-failed", "seal", "fault", ...mend, "retire"];
    case "in-use":
      return ["remove", "test-passed", "test-failed", "fault", ...mend];
    case "retired":
      return ["destroy"];
    case "destroyed":
      return [];
  }
}

/** Rounds as people write them: "2-4"; up to `now` while it is in use, empty if it was never used. */
export function roundsOf(use: Use, now: number): string {
  const last = use.last || now;
  if (last < use.first) return "";
  return last === use.first ? `${last}` : `${use.first}-${last}`;
}
