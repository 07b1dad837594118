/** When a spot wins, in words about the dice. */
import { total, type Note } from "../felt/notes";
import { coded, current, t } from "../i18n/i18n.svelte";
import type { SpotInfo } from "../wire";

/** A spot by total lists its totals from the pay table; any other uses the words of its area. */
export function winsWhen({ area, draw, back }: Pick<SpotInfo, "area" | "draw" | "back">, note: Note | undefined): string {
  if (!note || draw !== "banner") return coded("help", area) ?? "";
  const totals = [...new Set(note.rolls.map(total))].sort((one, other) => one - other);
  const listed = new Intl.ListFormat(current(), { type: "disjunction" }).format(totals.map(String));
  const when = note.range ? t("wins.range", { low: note.range[0], high: note.range[1] }) : t("wins.totals", { totals: listed });
  return note.losesOnTriples && !back.length ? t("wins.no-triple", { when }) : when;
}
