/** The names of rows. */
import { facesOf } from "../../felt/dress";
import { coded } from "../../i18n/i18n.svelte";
import { spotName } from "../../shared/names";
import type { LabSpot } from "../../wire";

const FEW = 6;

export const areaName = (area: string): string => coded("area", area) ?? area;

/** One spot by its name, a whole area by its own, others by their numbers. */
export function spotsName(spots: readonly LabSpot[], whole: boolean): string {
  const [first] = spots;
  if (!first) return "";
  if (spots.length === 1) return spotName(first);
  if (whole) return areaName(first.area);
  const numbers = spots.map((spot) => facesOf(spot).join("-"));
  const shown = numbers.length > FEW ? [...numbers.slice(0, FEW - 2), "…", ...numbers.slice(-1)] : numbers;
  return `${areaName(first.area)} ${shown.join(", ")}`;
}
