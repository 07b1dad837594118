/** Corrections of a round of this seat, in words: what changed for the player. */
import { t } from "../../i18n/i18n.svelte";

/** `amended`: another roll, before the round is settled; `undone`: collected and paid again; `corrected` and
 * `reversed`: after settlement. `taken` is what was paid and taken back, `change` is the net change for the player. */
export interface News {
  readonly is: "amended" | "undone" | "corrected" | "reversed";
  readonly round: number;
  readonly old: string;
  readonly roll: string;
  /** Settlement had begun, so stakes are on the felt again. */
  readonly again: boolean;
  readonly taken?: number;
  readonly change?: number;
  readonly wins: readonly string[];
  readonly lost: readonly string[];
}

interface Speaks {
  cash(minor: number): string;
  nameOf(spot: string): string;
}

/** Which of a player's spots win now, and which no longer do. */
export function turned(stakes: Readonly<Record<string, number>>, before: readonly string[], now: readonly string[]): Pick<News, "wins" | "lost"> {
  const mine = Object.keys(stakes);
  return { wins: mine.filter((spot) => now.includes(spot)), lost: mine.filter((spot) => before.includes(spot) && !now.includes(spot)) };
}

export const headline = ({ is, round }: News): string => t(`news.${is}`, { round });

export function details(news: News, speaks: Speaks): string[] {
  const { is, old, roll, again, taken = 0, change, wins, lost } = news;
  const money = (minor: number) => speaks.cash(minor);
  const names = (spots: readonly string[]) => spots.map((spot) => speaks.nameOf(spot)).join(" · ");
  const lines = old && roll && old !== roll ? [t("news.roll", { old, roll })] : [];
  if (is === "reversed") lines.push(t("news.reversed.note"));
  if (again) lines.push(t("news.again"));
  if (taken > 0) lines.push(t("news.taken", { amount: money(taken) }));
  if (is === "amended") lines.push(wins.length ? t("news.wins", { spots: names(wins) }) : t("news.wins.none"));
  if (is === "amended" && lost.length) lines.push(t("news.lost", { spots: names(lost) }));
  if (change !== undefined) lines.push(change > 0 ? t("news.more", { amount: money(change) }) : change < 0 ? t("news.less", { amount: money(-change) }) : t("news.same"));
  return lines;
}

export const spoken = (news: News, speaks: Speaks): string => [`${headline(news)}.`, ...details(news, speaks)].join(" ");
