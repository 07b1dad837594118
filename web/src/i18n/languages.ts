/** The languages of the screens. */
export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "ms"] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  ms: "Bahasa Melayu",
};
export const LANGUAGE_SIGNS: Readonly<Record<Language, string>> = { en: "EN", "zh-Hans": "简", "zh-Hant": "繁", ms: "BM" };

/** The earlier choice, or else the first of the browser's languages that we have. */
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

export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{([a-z]+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
