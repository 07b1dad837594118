import { ownWords } from "../../i18n/own.svelte";
import en from "../../i18n/messages/lab/en.json";

export type LabKey = keyof typeof en;

export const l = ownWords(en, {
  "zh-Hans": () => import("../../i18n/messages/lab/zh-Hans.json"),
  "zh-Hant": () => import("../../i18n/messages/lab/zh-Hant.json"),
  ms: () => import("../../i18n/messages/lab/ms.json"),
});
