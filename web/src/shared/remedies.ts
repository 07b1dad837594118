/** What may be done about an irregularity now, and by whom: read from the rulebook's own table, nothing is decided here. */
import { coded, t } from "../i18n/i18n.svelte";
import type { Me, Play, Role, StaffView, TableView } from "../wire";

/** A table as somebody who works there sees it. */
export interface Seen {
  readonly play: Play;
  readonly table: TableView | null;
  readonly staff: StaffView | null;
  readonly who: Me;
}

/** `free`: at once; `two`: with a second person; `others`: by other roles; `refused`: not at this moment, for `why`. */
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

/** In the post that one is assigned to here, else in one's own role; who took over by PIN deals and nothing else. */
export const actingRole = (who: Me, staff: StaffView | null): Role => (who.by_pin ? undefined : (staff?.posts[who.name] as Role | undefined)) ?? who.role;

/** Where a round stands: the last one where the table says, any other is over. */
export function momentOf(round: number, table: TableView | null, staff: StaffView | null): string {
  const now = staff?.moment ?? "";
  return round === table?.round || now === "table-closed" ? now : "next-round";
}

/** Null where the rulebook does not provide the order for it. */
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

/** All that an order is provided for, in the rulebook's order. */
export function remediesFor(seen: Seen, order: string): Remedy[] {
  const known = seen.play.troubles.map((one) => one.trouble).filter((trouble) => seen.play.remedies[order]?.[trouble]);
  return known.flatMap((trouble) => remedyFor(seen, order, trouble) ?? []);
}

export const isOpen = (remedy: Remedy | null): boolean => !!remedy && (remedy.standing === "free" || remedy.standing === "two");

/** No round yet, or one that is void already. */
function nothingThere(round: number, moment: string, table: TableView | null): string {
  if (!round) return t("remedy.no-round");
  const gone = OVER.includes(moment) && !table?.recent.some(([one, roll]) => one === round && roll);
  return gone ? t("remedy.void-already", { round }) : "";
}

/** The rulebook says why in English; in other languages as far as we have it. */
function sentence(why: string): string {
  const said = coded("why", why) ?? why;
  return said && `${said[0]?.toUpperCase()}${said.slice(1)}${/[.。]$/.test(said) ? "" : "."}`;
}

export const rolesText = (roles: readonly string[]): string => roles.map((role) => coded("role", role) ?? role).join(" · ");

/** Why it cannot be done by this person now; empty where it can. */
export function whyNot(remedy: Remedy): string {
  return remedy.standing === "refused" ? remedy.why : remedy.standing === "others" ? t("remedy.for", { who: rolesText(remedy.by) }) : "";
}

/** What will become of the round and its money, before anybody confirms it; nothing where it is only recorded. */
export function consequence({ does, moment }: Remedy): string {
  const later = PAYING.includes(moment) ? coded("does", `${does}-paying`) : null;
  return later ?? coded("does", does) ?? "";
}

/** Several troubles may stop a table at once. */
export const troubleText = (trouble: string): string => trouble.split(", ").map((one) => coded("trouble", one) ?? one).join(" ");
