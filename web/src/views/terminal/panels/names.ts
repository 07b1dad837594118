/** Everything behind the menu, with its title. */
import type { Key } from "../../../i18n/i18n.svelte";

export const PANEL_TITLES = {
  menu: "terminal.menu",
  receipts: "terminal.receipts",
  favourites: "favourites.title",
  session: "session.title",
  proof: "proof.title",
  buy: "buy.title",
  cash: "cash.title",
  limits: "own.title",
  break: "break.title",
} as const satisfies Readonly<Record<string, Key>>;

export type PanelName = keyof typeof PANEL_TITLES;
