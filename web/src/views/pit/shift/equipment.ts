/** What may be done with equipment as it stands, and which rounds it was used for. */
import type { Item, Use } from "../../../wire";

export const ACTS = ["open", "seal", "test-passed", "test-failed", "place", "remove", "fault", "mend", "retire", "destroy"] as const;
export type ItemAct = (typeof ACTS)[number];

export const placeOf = (item: Item): string => (item.standing === "in-use" ? (item.uses.at(-1)?.table ?? "") : "");

const isFaulty = (item: Item): boolean => item.faults.some((one) => !one.mended_at);

/** As the house lets it be done; the house looks again. */
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

/** As people write rounds: "2-4"; up to `now` while it is in use, and nothing where it was used for none. */
export function roundsOf(use: Use, now: number): string {
  const last = use.last || now;
  if (last < use.first) return "";
  return last === use.first ? `${last}` : `${use.first}-${last}`;
}
