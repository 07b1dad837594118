/** The words of the screens. The server sends codes and numbers; sentences are made here. */
import en from "./en.json";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "ms"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;
export type Messages = Readonly<Record<Key, string>>;

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  ms: "Bahasa Melayu",
};
export const LANGUAGE_SIGNS: Readonly<Record<Language, string>> = { en: "EN", "zh-Hans": "简", "zh-Hant": "繁", ms: "BM" };

const STORED = "taisai.language";
const files: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  "zh-Hans": async () => (await import("./zh-Hans.json")).default,
  "zh-Hant": async () => (await import("./zh-Hant.json")).default,
  ms: async () => (await import("./ms.json")).default,
};

let language = $state<Language>("en");
let messages = $state.raw<Messages>(en);

export const current = (): Language => language;

export async function speak(wanted: Language): Promise<void> {
  messages = await files[wanted]();
  language = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem(STORED, wanted);
}

/** What was chosen before, else the first of the browser's languages that we have. */
export function preferred(stored: string | null, asked: readonly string[]): Language {
  const chosen = LANGUAGES.find((one) => one === stored);
  if (chosen) return chosen;
  for (const tag of asked) {
    const { language: base, script } = new Intl.Locale(tag).maximize();
    const fits = LANGUAGES.find((one) => one === base || one === `${base}-${script}`);
    if (fits) return fits;
  }
  return "en";
}

export const speakPreferred = (): Promise<void> => speak(preferred(localStorage.getItem(STORED), navigator.languages));

export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return filled(messages[key], values);
}

export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{([a-z]+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** For codes that the server sends; null where the code is not known here. */
export function coded(group: string, code: string): string | null {
  return (messages as Readonly<Record<string, string>>)[`${group}.${code}`] ?? null;
}

export const refusal = (code: string): string => coded("refusal", code) ?? t("refusal.unknown", { code });
