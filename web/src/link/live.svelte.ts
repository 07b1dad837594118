/** A link in a browser, as a rune that views can read. */
import { Link, type LinkState, type Wire, type World } from "./link";
import { NOTHING_SEEN } from "./merge";

const tab = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "");
let given = 0;

const world: World = {
  open: () => new WebSocket(`${location.origin.replace("http", "ws")}/socket`) as unknown as Wire,
  now: () => Date.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  id: () => `${tab}-${++given}`,
};

export class Live {
  state: LinkState = $state.raw({ seen: NOTHING_SEEN, standing: "joining", ahead_ms: 0, lag_ms: 0, waiting: 0 });
  readonly link: Link;

  constructor(table: string, changed: (state: LinkState) => void = () => {}, refused: () => void = () => {}) {
    const told = (state: LinkState) => {
      this.state = state;
      changed(state);
    };
    this.link = new Link(table, world, told, refused);
  }

  start(): void {
    this.link.start();
  }

  get table() {
    return this.state.seen.table;
  }

  get seat() {
    return this.state.seen.seat;
  }

  get staff() {
    return this.state.seen.staff;
  }

  get lost(): boolean {
    return this.state.standing === "lost";
  }

  /** The server's time, in milliseconds. */
  now(): number {
    return Date.now() + this.state.ahead_ms;
  }

  stop(): void {
    this.link.stop();
  }
}
