/** What can be done about an irregularity now, and by whom. It is read from the rulebook's table; nothing is decided
 * here. */
import { coded, t } from "../i18n/i18n.svelte";
import type { Me, Play, Role, StaffView, TableView } from "../wire";
import { shutText } from "./gates";

/** A table as a member of staff sees it. */
export interface Seen {
  readonly play: Play;
  readonly table: TableView | null;
  readonly staff: StaffView | null;
  readonly who: Me;
}

/** `free`: at once; `two`: with a second person; `others`: by other roles; `refused`: not at this moment, with `why`. */
export interface Remedy {
  readonly order: string;
  readonly trouble: string;
  readonly moment: string;
  readonly does: string;
  readonly standing: "free" | "two" | "others" | "refused";
  readonly by: readonly Role[];
  readonly why: string;
}

/** The role of the assigned post, or else one's own; after a takeover by PIN, only dealing. */
export const actingRole = (who: Me, staff: StaffView | null): Role => (who.by_pin ? undefined : (staff?.posts[who.name] as Role | undefined)) ?? who.role;

/** Null if the rulebook does not provide the order for it. */
export function remedyFor(seen: Seen, order: string, trouble: string, round = seen.table?.round ?? 0): Remedy | null {
  const { play, table, staff, who } = seen;
  const moment = (round === table?.round ? staff?.moment : staff?.moment_before) ?? "";
  const cell = play.remedies[order]?.[trouble]?.[moment];
  if (!cell) return null;
  const { does, by, why } = cell;
  const shut = shutText(play.gates[order], table, staff);
  const refused = does === "refuse" || shut;
  const standing = refused ? "refused" : !by.includes(actingRole(who, staff)) ? "others" : cell.two ? "two" : "free";
  return { order, trouble, moment, does, by, standing, why: shut || sentence(why) };
}

/** Whether what the dice show can be recorded with a report now, apart from the entry. */
export function canReadDice({ play, table, staff }: Seen): boolean {
  const gate = play.gates["report-trouble dice"];
  return !!gate && !shutText(gate, table, staff);
}

/** Everything that an order is provided for, in the rulebook's order. */
export function remediesFor(seen: Seen, order: string): Remedy[] {
  const known = seen.play.troubles.map((one) => one.trouble).filter((trouble) => seen.play.remedies[order]?.[trouble]);
  return known.flatMap((trouble) => remedyFor(seen, order, trouble) ?? []);
}

export const isOpen = (remedy: Remedy | null): boolean => !!remedy && (remedy.standing === "free" || remedy.standing === "two");

/** The rulebook gives the reason in English; we translate it if we can. */
function sentence(why: string): string {
  const said = coded("why", why) ?? why;
  return said && `${said[0]?.toUpperCase()}${said.slice(1)}${/[.。]$/.test(said) ? "" : "."}`;
}

export const rolesText = (roles: readonly string[]): string => roles.map((role) => coded("role", role) ?? role).join(" · ");

/** Why this person cannot do it now; empty if they can. */
export function whyNot(remedy: Remedy): string {
  return remedy.standing === "refused" ? remedy.why : remedy.standing === "others" ? t("remedy.for", { who: rolesText(remedy.by) }) : "";
}

/** Collections and payments will be undone: only words depend on it. */
export const isPaying = (moment: string): boolean => moment === "collected" || moment === "paying";

/** The effect on the round and its money, shown before confirmation; empty if it is only recorded. */
export function consequence({ does, moment }: Remedy): string {
  const later = isPaying(moment) ? coded("does", `${does}-paying`) : null;
  return later ?? coded("does", does) ?? "";
}

/** Several troubles may stop a table at once. */
export const troubleText = (trouble: string): string => trouble.split(", ").map((one) => coded("trouble", one) ?? one).join(" ");
