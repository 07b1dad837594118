/** Whether the page is being printed: then every row is drawn, and pictures fit any paper width. */
import { flushSync } from "svelte";

export const PAPER_PX = 420;
let on = $state(false);

export const printing = (): boolean => on;

const set = (wanted: boolean) => flushSync(() => void (on = wanted));
addEventListener("beforeprint", () => set(true));
addEventListener("afterprint", () => set(false));
