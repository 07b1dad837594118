/** Whether the page is being put on paper: then every row is drawn, and pictures at a width that any paper has. */
import { flushSync } from "svelte";

export const PAPER_PX = 420;
let on = $state(false);

export const printing = (): boolean => on;

const set = (wanted: boolean) => flushSync(() => void (on = wanted));
addEventListener("beforeprint", () => set(true));
addEventListener("afterprint", () => set(false));
