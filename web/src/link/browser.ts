/** What a browser gives a live table. */
import type { Wire, World } from "./live.svelte";

const tab = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "");
let given = 0;
const NETWORK = ["online", "offline"] as const;

export const browser: World = {
  open: () => new WebSocket(`${location.origin.replace("http", "ws")}/socket`) as unknown as Wire,
  now: () => Date.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  onNetwork: (changed) => {
    for (const event of NETWORK) addEventListener(event, changed);
    return () => NETWORK.forEach((event) => removeEventListener(event, changed));
  },
  id: () => `${tab}-${++given}`,
};
