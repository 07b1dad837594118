/** The words of shifts: duties and equipment. */
import { ownWords } from "../../../i18n/own.svelte";
import en from "../../../i18n/messages/shift/en.json";

export type Word = keyof typeof en;

export const w = ownWords(en, {
  "zh-Hans": () => import("../../../i18n/messages/shift/zh-Hans.json"),
  "zh-Hant": () => import("../../../i18n/messages/shift/zh-Hant.json"),
  ms: () => import("../../../i18n/messages/shift/ms.json"),
});
