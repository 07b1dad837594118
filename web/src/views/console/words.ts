/** The words of the console. */
import { ownWords } from "../../i18n/own.svelte";
import en from "../../i18n/messages/console/en.json";

export const w = ownWords(en, {
  "zh-Hans": () => import("../../i18n/messages/console/zh-Hans.json"),
  "zh-Hant": () => import("../../i18n/messages/console/zh-Hant.json"),
  ms: () => import("../../i18n/messages/console/ms.json"),
});

export type WordKey = keyof typeof en;

/** For codes from the server; the code itself if it is unknown. */
export function worded(group: string, code: string): string {
  const key = `${group}.${code}`;
  return key in en ? w(key as WordKey) : code;
}
