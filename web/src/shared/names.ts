/** What tables, spots and rolls are called in the language of the screen. */
import { facesOf } from "../felt/dress";
import { coded, current, t } from "../i18n/i18n.svelte";
import { amount } from "../i18n/money";
import type { LimitRule, SpotInfo, TableInfo } from "../wire";

/** What a table that deals itself is, beside its title wherever it is named; empty for one dealt by hand. */
export function kindOf(table: Pick<TableInfo, "electronic" | "paytable">): string {
  return table.electronic ? t("table.electronic", { paytable: table.paytable }) : "";
}

export const titleOf = (table: TableInfo): string => [table.title, kindOf(table)].filter(Boolean).join(" · ");

/** For a list to choose from. */
export const nameOf = (table: TableInfo): string => `${table.table} ${titleOf(table)}`;

export function spotName(spot: SpotInfo): string {
  const area = coded("area", spot.area);
  if (current() === "en" || !area) return spot.label;
  return [area, facesOf(spot).join("-")].filter(Boolean).join(" ");
}

/** The area's own limit, else the one for all. */
export function limitFor(limits: readonly LimitRule[], area: string): LimitRule | undefined {
  return limits.find((rule) => rule.area === area) ?? limits.find((rule) => !rule.area);
}

export function limitText(rule: LimitRule, currency: string): string {
  const money = (minor: number) => amount(minor, currency, current());
  return rule.maximum
    ? t("limit.range", { minimum: money(rule.minimum), maximum: money(rule.maximum) })
    : t("limit.from", { minimum: money(rule.minimum) });
}

/** On phones there is more than one page; more than two have no room for their names. */
export function pageNames(pages: number): string[] {
  const more = (place: number) => (pages > 2 ? `${place + 1} / ${pages}` : t("terminal.page.more"));
  return Array.from({ length: pages }, (_, place) => (place ? more(place) : t("terminal.page.main")));
}
