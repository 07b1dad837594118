/** The limits of a table in words: possible stakes, whom a maximum applies to, and the most that the house pays. */
import { coded, current, t } from "../i18n/i18n.svelte";
import { amount } from "../i18n/money";
import type { LimitRule } from "../wire";
import { limitText } from "./names";

export interface LimitRow {
  readonly term: string;
  readonly value: string;
}

/** `scope` is the rulebook's own, if the limit does not say. */
export const scopeText = (rule: LimitRule, scope: string): string => coded("limit.scope", rule.scope || scope) ?? "";

/** Everything that a player must know before a refusal; the rule for all spots first. */
export function limitRows(limits: readonly LimitRule[], scope: string, currency: string): LimitRow[] {
  const general = limits.find((rule) => !rule.area);
  const maxima = limits.filter((rule) => rule.maximum);
  const scopes = new Set(maxima.map((rule) => scopeText(rule, scope)));
  const range = (rule: LimitRule) => [limitText(rule, currency), scopes.size > 1 && rule.maximum ? scopeText(rule, scope) : ""].filter(Boolean).join(" ");
  const rows = general ? [{ term: t("lobby.limits"), value: `${currency} ${range(general)}` }] : [];
  if (scopes.size === 1) rows.push({ term: t("limit.maximum"), value: [...scopes].join("") });
  if (general?.differential) rows.push({ term: t("limit.differential"), value: amount(general.differential, currency, current()) });
  for (const rule of limits.filter((one) => one.area)) rows.push({ term: coded("area", rule.area) ?? rule.area, value: range(rule) });
  if (general?.exposure) rows.push({ term: t("limit.exposure"), value: t("limit.exposure.round", { amount: amount(general.exposure, currency, current()) }) });
  return rows;
}
