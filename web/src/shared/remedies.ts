/** What can be done about an irregularity now, and by whom. It is read from the rulebook's table; nothing is decided
 * here. */
import { coded, t } from "../i18n/i18n.svelte";
import type { Me, Play, Role, StaffView, TableView } from "../wire";

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

const OF_A_ROUND = ["void-round", "amend-entry", "correct-round"];
const OVER = ["settled", "table-closed"];
const PAYING = ["collected", "paying"];

/** The role of the assigned post, or else one's own; after a takeover by PIN, only dealing. */
export const actingRole = (who: Me, staff: StaffView | null): Role => (who.by_pin ? undefined : (staff?.posts[who.name] as Role | undefined)) ?? who.role;

/** The moment of a round: the last one as the table says; any other is over. */
export function momentOf(round: number, table: TableView | null, staff: StaffView | null): string {
  const now = staff?.moment ?? "";
  return round === table?.round || now === "table-closed" ? now : "next-round";
}

/** Null if the rulebook does not provide the order for it. */
export function remedyFor(seen: Seen, order: string, trouble: string, round = seen.table?.round ?? 0): Remedy | null {
  const { play, table, staff, who } = seen;
  const moment = momentOf(round, table, staff);
  const cell = play.remedies[order]?.[trouble]?.[moment];
  if (!cell) return null;
  const { does, by, why } = cell;
  const missing = OF_A_ROUND.includes(order) ? nothingThere(round, moment, table) : "";
  const refused = does === "refuse" || missing;
  const standing = refused ? "refused" : !by.includes(actingRole(who, staff)) ? "others" : cell.two ? "two" : "free";
  return { order, trouble, moment, does, by, standing, why: missing || sentence(why) };
}

/** Everything that an order is provided for, in the rulebook's order. */
export function remediesFor(seen: Seen, order: string): Remedy[] {
  const known = seen.play.troubles.map((one) => one.trouble).filter((trouble) => seen.play.remedies[order]?.[trouble]);
  return known.flatMap((trouble) => remedyFor(seen, order, trouble) ?? []);
}

export const isOpen = (remedy: Remedy | null): boolean => !!remedy && (remedy.standing === "free" || remedy.standing === "two");

/** No round yet, or one that is already void. */
function nothingThere(round: number, moment: string, table: TableView | null): string {
  if (!round) return t("remedy.no-round");
  const gone = OVER.includes(moment) && !table?.recent.some(([one, roll]) => one === round && roll);
  return gone ? t("remedy.void-already", { round }) : "";
}

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

/** The effect on the round and its money, shown before confirmation; empty if it is only recorded. */
export function consequence({ does, moment }: Remedy): string {
  const later = PAYING.includes(moment) ? coded("does", `${does}-paying`) : null;
  return later ?? coded("does", does) ?? "";
}

/** Several troubles may stop a table at once. */
export const troubleText = (trouble: string): string => trouble.split(", ").map((one) => coded("trouble", one) ?? one).join(" ");
