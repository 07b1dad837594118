import { ownWords } from "../../i18n/own.svelte";
import en from "./messages/en.json";

export type LabKey = keyof typeof en;

export const l = ownWords(en, {
  "zh-Hans": () => import("./messages/zh-Hans.json"),
  "zh-Hant": () => import("./messages/zh-Hant.json"),
  ms: () => import("./messages/ms.json"),
});
