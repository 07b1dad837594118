/** The words of this page in all languages: it is one file that loads nothing. */
import { filled, preferred, type Language } from "../i18n/languages";
import type { Bad } from "./bad";
import en from "../i18n/messages/verify/en.json";
import ms from "../i18n/messages/verify/ms.json";
import hans from "../i18n/messages/verify/zh-Hans.json";
import hant from "../i18n/messages/verify/zh-Hant.json";

export type Key = keyof typeof en;
const MESSAGES: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, ms, "zh-Hans": hans, "zh-Hant": hant };

let language = $state<Language>(preferred(null, navigator.languages));

export const current = (): Language => language;

export function speak(wanted: Language): void {
  language = wanted;
  document.documentElement.lang = wanted;
}

export const t = (key: Key, values: Readonly<Record<string, string | number>> = {}): string => filled(MESSAGES[language][key], values);

export const why = (bad: Bad): string => t(`why.${bad.why}`, bad.values);

/** A spot by its id, such as domino-1-2. */
export function spotName(id: string): string {
  const whole = `spot.${id}`;
  if (whole in en) return t(whole as Key);
  const [kind = "", ...faces] = id.split("-");
  return `spot.${kind}` in en ? t(`spot.${kind}` as Key, { faces: faces.join("-") }) : id;
}
