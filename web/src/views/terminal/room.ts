/** The minimum and maximum on a spot: by the limits of the table, the chips in use and the Differential. */
import { unitOf } from "../../chips/stack";
import { held, room, shown, type Least, type Wagers } from "../../felt/wagers";
import { limitFor } from "../../shared/names";
import type { Play as Rules, SpotInfo, TableInfo, TableView } from "../../wire";
import type { Stakes } from "./kept";

export function leastOn(spot: SpotInfo | undefined, { limits }: Pick<TableView, "limits">, { chips, money }: TableInfo): Least {
  const rule = limitFor(limits, spot?.area ?? "");
  const step = spot?.step ?? 1;
  const [smallest = 1] = chips;
  return { minimum: rule?.minimum ?? 1, step: money === "chips" ? unitOf(step, smallest) : step };
}

/** The remaining room, by the maximum of the box or the player, and by the Differential. */
export function roomOn({ id, area }: SpotInfo, { limits, boxes }: Pick<TableView, "limits" | "boxes">, rules: Rules, wagers: Wagers, stakes: Stakes): number | undefined {
  const rule = limitFor(limits, area);
  if (!rule) return undefined;
  const opposite = Object.entries(rules.differential).flatMap((pair) => (pair.includes(id) ? pair.filter((one) => one !== id) : []))[0];
  const apart = rule.differential && opposite ? (boxes[opposite] ?? 0) + rule.differential - (boxes[id] ?? 0) : undefined;
  const mine = shown(held(wagers, stakes, id));
  return room({ maximum: rule.maximum, scope: rule.scope || rules.scope, box: boxes[id] ?? 0, mine, ...(apart === undefined ? {} : { apart }) });
}
