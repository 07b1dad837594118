/** The words of the pit. */
import { ownWords } from "../../i18n/own.svelte";
import en from "../../i18n/messages/pit/en.json";

export type Word = keyof typeof en;

export const w = ownWords(en, {
  "zh-Hans": () => import("../../i18n/messages/pit/zh-Hans.json"),
  "zh-Hant": () => import("../../i18n/messages/pit/zh-Hant.json"),
  ms: () => import("../../i18n/messages/pit/ms.json"),
});

const known: ReadonlySet<string> = new Set(Object.keys(en));

/** For codes from the house; the code itself if it is unknown. */
export function named(group: string, code: string, values: Readonly<Record<string, string | number>> = {}): string {
  const key = `${group}.${code}`;
  return known.has(key) ? w(key as Word, values) : code;
}

export const isNamed = (group: string, code: string): boolean => known.has(`${group}.${code}`);
