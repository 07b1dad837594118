/** When a spot wins, in words that say what the dice must show. */
import { total, type Note } from "../felt/notes";
import { coded, current, t } from "../i18n/i18n.svelte";
import type { SpotInfo } from "../wire";

/** A spot that goes by the total says which totals, as the pay table has them; any other says what its area does. */
export function winsWhen({ area, draw, back }: Pick<SpotInfo, "area" | "draw" | "back">, note: Note | undefined): string {
  if (!note || draw !== "banner") return coded("help", area) ?? "";
  const totals = [...new Set(note.rolls.map(total))].sort((one, other) => one - other);
  const listed = new Intl.ListFormat(current(), { type: "disjunction" }).format(totals.map(String));
  const when = note.range ? t("wins.range", { low: note.range[0], high: note.range[1] }) : t("wins.totals", { totals: listed });
  return note.losesOnTriples && !back.length ? t("wins.no-triple", { when }) : when;
}
