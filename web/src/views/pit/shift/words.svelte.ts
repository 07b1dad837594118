/** The words of shifts: duties and equipment. */
import { ownWords } from "../../../i18n/own.svelte";
import en from "./messages/en.json";

export type Word = keyof typeof en;

export const w = ownWords(en, {
  "zh-Hans": () => import("./messages/zh-Hans.json"),
  "zh-Hant": () => import("./messages/zh-Hant.json"),
  ms: () => import("./messages/ms.json"),
});
