/** A link in a browser, as runes for views: one per part, so that an unchanged part updates nothing. */
import { untrack } from "svelte";
import type { SeatView, StaffView, TableView } from "../wire";
import { Link, toldLag, type LinkState, type Standing, type Wire, type World } from "./link";

const tab = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "");
let given = 0;
const NETWORK = ["online", "offline"] as const;

const world: World = {
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

export class Live {
  table = $state.raw<TableView | null>(null);
  seat = $state.raw<SeatView | null>(null);
  staff = $state.raw<StaffView | null>(null);
  standing = $state<Standing>("joining");
  /** How far the server's clock is ahead of ours. */
  ahead_ms = $state(0);
  lag_ms = $state(0);
  /** The number of unanswered orders. */
  waiting = $state(0);
  readonly link: Link;

  constructor(table: string, changed: (state: LinkState) => void = () => {}, refused: () => void = () => {}) {
    const told = (state: LinkState) => {
      const { seen, standing, ahead_ms, lag_ms, waiting } = state;
      [this.table, this.seat, this.staff] = [seen.table, seen.seat, seen.staff];
      [this.standing, this.ahead_ms, this.lag_ms, this.waiting] = [standing, ahead_ms, toldLag(untrack(() => this.lag_ms), lag_ms), waiting];
      changed(state);
    };
    this.link = new Link(table, world, told, refused);
  }

  start(): void {
    this.link.start();
  }

  get lost(): boolean {
    return this.standing === "lost";
  }

  get moving(): boolean {
    return this.standing === "moving";
  }

  /** The server's time, in milliseconds. */
  now(): number {
    return Date.now() + this.ahead_ms;
  }

  stop(): void {
    this.link.stop();
  }
}
