/** The words of the screens. The server sends codes and numbers; sentences are made here. */
import en from "./messages/shared/en.json";
import { filled, preferred, type Language } from "./languages";
import { refuseIn } from "./refusals.svelte";

export { refusal } from "./refusals.svelte";
export { filled, LANGUAGES, LANGUAGE_NAMES, LANGUAGE_SIGNS, preferred, type Language } from "./languages";

export type Key = keyof typeof en;
export type Messages = Readonly<Record<Key, string>>;

const STORED = "taisai.language";
const files: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  "zh-Hans": async () => (await import("./messages/shared/zh-Hans.json")).default,
  "zh-Hant": async () => (await import("./messages/shared/zh-Hant.json")).default,
  ms: async () => (await import("./messages/shared/ms.json")).default,
};

let language = $state<Language>("en");
let messages = $state.raw<Messages>(en);

export const current = (): Language => language;

export async function speak(wanted: Language): Promise<void> {
  void refuseIn(wanted);
  messages = await files[wanted]();
  language = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem(STORED, wanted);
}

export const speakPreferred = (): Promise<void> => speak(preferred(localStorage.getItem(STORED), navigator.languages));

export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return filled(messages[key], values);
}

/** In our English, whatever the language of the screen. */
export const standard = (key: Key, values: Readonly<Record<string, string | number>> = {}): string => filled(en[key], values);

export const known = (key: string): key is Key => key in en;

/** For codes from the server; null if the code is unknown. */
export function coded(group: string, code: string): string | null {
  return (messages as Readonly<Record<string, string>>)[`${group}.${code}`] ?? null;
}
