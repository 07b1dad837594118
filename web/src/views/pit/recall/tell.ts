/** An event in the language of the screen. */
import { coded, t } from "../../../i18n/i18n.svelte";
import { spotName } from "../../../shared/names";
import type { Award, Correction, Event } from "../../../wire";
import type { About } from "../pit.svelte";
import { isNamed, named } from "../words.svelte";

type Money = (minor: number) => string;

/** `words` is the house's text, for events without a sentence here. */
export function tell(event: Event, words: string, about: About, money: Money): string {
  if (!isNamed("event", event.is)) return words;
  return named("event", event.is, valuesOf(event, about, money));
}

function valuesOf(event: Event, about: About, money: Money): Record<string, string | number> {
  const spot = (id: string) => {
    const found = about.felt.spots.find((one) => one.id === id);
    return found ? spotName(found) : id;
  };
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(event)) {
    if (typeof value === "string") values[name] = value;
    if (typeof value === "number") values[name] = MONEY.has(name) ? money(value) : value;
    if (Array.isArray(value)) values[name] = value.length;
  }
  if ("spot" in event) values["spot"] = spot(event.spot);
  if ("to" in event) values["to"] = spot(event.to);
  if ("area" in event) values["area"] = coded("area", event.area) ?? event.area;
  if ("post" in event) values["post"] = (coded("role", event.post) ?? event.post) || "–";
  if ("trouble" in event) values["trouble"] = coded("trouble", event.trouble) ?? event.trouble;
  if (event.is === "seed-revealed" && !event.throw) values["throw"] = "–";
  if (event.is === "wager-placed") values["placed"] = event.placed_by === "player" ? "" : ` (${[coded("role", event.placed_by) ?? event.placed_by, event.asked_by && named("event", "asked-by", { who: event.asked_by })].filter(Boolean).join(", ")})`;
  if ("counts" in event) values["counts"] = named("event", `${event.is}.${event.counts ? "counts" : "not"}`);
  if ("reason" in event && event.reason) values["because"] = `: ${event.reason}`;
  if ("second" in event && event.second) values["with"] = ` (${named("event", "second", { name: event.second })})`;
  if ("cause" in event) values["cause"] = named("cause", event.cause);
  if (event.is === "terminal-failed") values["lost"] = Object.entries(event.unregistered).map(([id, stake]) => `${spot(id)} ${money(stake)}`).join(", ") || "–";
  if (event.is === "trouble-reported") values["seen"] = [event.lit.length && named("event", "lit", { count: event.lit.length }), event.dice && named("event", "dice", { dice: event.dice })].filter(Boolean).join(" ");
  if (event.is === "check-recorded") values["result"] = named("event", event.passed ? "check.passed" : "check.failed");
  if (event.is === "test-roll-judged") values["result"] = named("event", event.right ? "test.right" : "test.wrong");
  if (event.is === "area-paid") values["amount"] = money(event.awards.reduce((sum, [, , , returned]) => sum + returned, 0));
  if (event.is === "losers-collected") values["amount"] = money(event.lost.reduce((sum, [, , stake]) => sum + stake, 0));
  if (event.is === "round-voided") values["amount"] = money(event.returned.reduce((sum, [, , stake]) => sum + stake, 0));
  if (event.is === "roll-entered" || event.is === "entry-amended") values["call"] = about.play.calls[event.roll] ?? event.roll;
  return values;
}

const MONEY: ReadonlySet<string> = new Set(["stake", "excess", "amount", "paid", "overflow", "opening_float", "closing_float", "win", "restored"]);

/** The money moves of the entry, one per line. */
export function effects(event: Event, about: About, money: Money): string[] {
  const spot = (id: string) => spotName(about.felt.spots.find((one) => one.id === id) ?? ({ label: id, area: "", id } as never));
  const award = ([seat, id, stake, returned]: Award) => `${t("seat", { seat })}: ${spot(id)} ${money(stake)} → ${money(returned)}`;
  const corrected = ([seat, credited, debited, owed]: Correction) => `${t("seat", { seat })}: ${[credited && `+${money(credited)}`, debited && `−${money(debited)}`, owed && `(${money(owed)})`].filter(Boolean).join(" ")}`;
  switch (event.is) {
    case "losers-collected":
      return event.lost.map(award);
    case "area-paid":
      return event.awards.map(award);
    case "round-voided":
      return [...event.returned.map(([seat, id, stake]) => `${t("seat", { seat })}: ${spot(id)} ← ${money(stake)}`), ...event.corrections.map(corrected)];
    case "settlement-undone":
    case "round-reversed":
    case "round-corrected":
    case "dispute-decided":
      return event.corrections.map(corrected);
    default:
      return [];
  }
}
