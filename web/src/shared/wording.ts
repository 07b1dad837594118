/** The names of spots, blocks and rolls in the language of the screen. A rulebook's own words are not translated:
 * they are recognised because they differ from our English defaults. */
import { sides } from "../dice/sides.svelte";
import { dice } from "../felt/notes";
import type { Wording } from "../felt/wording";
import { current, known, standard, t, type Key, type Language } from "../i18n/i18n.svelte";
import { percent } from "../i18n/money";
import type { Shown, SpotInfo } from "../wire";

const PLACES = ["a", "b", "c", "d"];

type Values = Readonly<Record<string, string | number>>;

/** A text of a rulebook; the key is that of the default words. */
function worded(text: string, key: string, values: Values): string {
  return known(key) && standard(key, values) === text ? t(key, values) : text;
}

export function spotName({ area, label }: Pick<SpotInfo, "area" | "label">): string {
  const numbers = label.match(/\d+/g) ?? [];
  return worded(label, `felt.${area}`, Object.fromEntries(numbers.map((number, place) => [PLACES[place] ?? "", number])));
}

/** In capitals if the language has them. */
const printed = (text: string): string => text.toLocaleUpperCase(current());

export const wording: Wording = {
  label: (spot) => printed(spotName(spot)),
  odds: (odds) => printed(t("odds.to-one", { odds })),
  title(title, spot) {
    const odds = spot?.odds ?? "";
    if (title === odds) return this.odds(odds);
    return printed(worded(title, `felt.title.${spot?.area ?? ""}`, { odds }));
  },
  face: (face) => (sides.of(face) ? printed(sides.name(face)) : printed(t(`felt.face.${face}` as Key))),
  noTriple({ back, back_on_triples }) {
    if (!back.length) return printed(t("felt.no-triple"));
    if (!back_on_triples) return "";
    return printed(back[0] === "1" ? t("felt.triple-push") : t("felt.triple-back", { share: shareText(back[0] ?? "") }));
  },
  back: ({ back, back_on_triples }) => (back_on_triples ? "" : printed(back.map(shareText).join(" / "))),
};

/** The returned share of a stake: all of it, half, or a percentage. */
export function shareText(share: string): string {
  if (share === "1") return t("back.push");
  return share === "1/2" ? t("back.half") : t("back.share", { share: percent(share, current()) });
}

/** The call of a roll: faces from the lowest to the highest, then the total; and its language. */
export function callOf({ roll, call }: Pick<Shown, "roll" | "call">): { text: string; language: Language } {
  if (called(roll, standard) !== call) return { text: call, language: "en" };
  return { text: called(roll, t), language: current() };
}

function called(roll: string, say: (key: Key, values?: Values) => string): string {
  const faces = dice(roll);
  const many = (face: number) => faces.filter((one) => one === face).length;
  const words = [...new Set(faces)].map((face) => (many(face) > 1 ? say(many(face) > 2 ? "roll.triple" : "roll.double", { face }) : String(face)));
  const total = faces.reduce((sum, face) => sum + face, 0);
  return [...words, say("roll.total", { total })].join(say("roll.join"));
}
