/** The texts of refusals, in separate files: a screen is ready before anything can be refused. */
import { filled, type Language } from "./languages";

type Words = Readonly<Record<string, string>>;

const files: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  en: () => import("./messages/refusals/en.json"),
  "zh-Hans": () => import("./messages/refusals/zh-Hans.json"),
  "zh-Hant": () => import("./messages/refusals/zh-Hant.json"),
  ms: () => import("./messages/refusals/ms.json"),
};

let words = $state.raw<Words>({});

export async function refuseIn(language: Language): Promise<void> {
  words = (await files[language]()).default;
}

export const refusal = (code: string): string => words[code] ?? filled(words["unknown"] ?? "{code}", { code });
