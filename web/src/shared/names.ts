/** The names of tables, limits and pages in the language of the screen. */
import { coded, current, t } from "../i18n/i18n.svelte";
import { amount } from "../i18n/money";
import type { LimitRule, SpotInfo, TableInfo } from "../wire";

import { spotName } from "./wording";

export { spotName };

/** The kind of a table that deals itself, shown with its title everywhere; empty for one dealt by hand. */
export function kindOf(table: Pick<TableInfo, "electronic" | "paytable">): string {
  return table.electronic ? t("table.electronic", { paytable: table.paytable }) : "";
}

export const titleOf = (table: TableInfo): string => [table.title, kindOf(table)].filter(Boolean).join(" · ");

/** For a list of choices. */
export const nameOf = (table: TableInfo): string => `${table.table} ${titleOf(table)}`;

/** The area's own limit, or else the one for all. */
export function limitFor(limits: readonly LimitRule[], area: string): LimitRule | undefined {
  return limits.find((rule) => rule.area === area) ?? limits.find((rule) => !rule.area);
}

export function limitText(rule: LimitRule, currency: string): string {
  const money = (minor: number) => amount(minor, currency, current());
  return rule.maximum
    ? t("limit.range", { minimum: money(rule.minimum), maximum: money(rule.maximum) })
    : t("limit.from", { minimum: money(rule.minimum) });
}

/** If spots are on more than one page: the areas of each page, in order. */
export function pageNames(pages: readonly (readonly SpotInfo[])[]): string[][] {
  const firsts = (spots: readonly SpotInfo[]) => spots.filter((spot, place) => spots.findIndex((one) => one.area === spot.area) === place);
  return pages.map((spots) => firsts(spots).map((spot) => coded("area", spot.area) ?? spotName(spot)));
}
