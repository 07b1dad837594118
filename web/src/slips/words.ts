/** The words of slips. */
import { ownWords } from "../i18n/own.svelte";
import en from "../i18n/messages/slips/en.json";

export const w = ownWords(en, {
  "zh-Hans": () => import("../i18n/messages/slips/zh-Hans.json"),
  "zh-Hant": () => import("../i18n/messages/slips/zh-Hant.json"),
  ms: () => import("../i18n/messages/slips/ms.json"),
});
