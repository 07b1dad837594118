/** The table as this browser has it: a socket that joins, resumes after a lost connection and resends unanswered
 * orders, and what it told last, as runes for screens: one per part, so that an unchanged part updates nothing. */
import { untrack } from "svelte";
import type { Command, Declined, Give, Said, SeatView, StaffView, TableView, Taken, Told } from "../wire";
import { browser } from "./browser";
import { merge, type Seen } from "./merge";

export const AGAIN_MS = [200, 500, 1_000, 2_000, 4_000] as const;
export const PING_MS = 4_000;
export const SILENT_MS = 10_000;
export const PROBE_MS = 2_000; // for an answer after the device's network came or went
export const UNSETTLED_MS = 500;
const OPEN = 1; // WebSocket.OPEN, which does not exist outside a browser
const UNSETTLED: readonly string[] = ["journal-down", "table-busy", "table-moving"]; // it is unknown whether it was accepted

/** The part of a WebSocket that is used here. */
export interface Wire {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface World {
  open(): Wire;
  now(): number;
  after(ms: number, then: () => void): () => void;
  /** Calls back whenever the device's network comes or goes, until the returned function is called. */
  onNetwork(changed: () => void): () => void;
  /** Always unique on this device. */
  id(): string;
}

/** What an order carries besides its command; approvals are valid for one id and one round. */
export interface Terms {
  readonly id: string;
  readonly round: number;
  readonly approvals: readonly string[];
}

/** A table is `moving` while it changes from one node of the house to another: the connection stays, and a view
 * follows. */
export type Standing = "joining" | "live" | "moving" | "lost";
export type Answer = Taken | Declined;

const [HARDLY_MS, HARDLY] = [10, 0.25];

/** The lag to report: the previous figure while it hardly changes, because each change repaints the page. */
export const toldLag = (before_ms: number, now_ms: number): number =>
  before_ms && Math.abs(now_ms - before_ms) <= Math.max(HARDLY_MS, HARDLY * before_ms) ? before_ms : now_ms;

export class Live implements Seen {
  table = $state.raw<TableView | null>(null);
  seat = $state.raw<SeatView | null>(null);
  staff = $state.raw<StaffView | null>(null);
  standing = $state<Standing>("joining");
  /** How far the server's clock is ahead of ours. */
  ahead_ms = $state(0);
  lag_ms = $state(0);
  /** The number of unanswered orders. */
  waiting = $state(0);
  epoch = "";
  n = 0;
  private wire: Wire | null = null;
  private tries = 0;
  private heard_at = 0;
  private ended = false;
  private ignoreNetwork = (): void => {};
  private best_lag = Infinity;
  private readonly cancels = new Set<() => void>();
  private readonly unanswered = new Map<string, { give: Give; answer: (answer: Answer) => void }>();

  constructor(
    readonly name: string,
    private readonly changed: () => void = () => {},
    private readonly refused: () => void = () => {},
    private readonly world: World = browser,
  ) {}

  start(): void {
    this.ignoreNetwork = this.world.onNetwork(() => this.probe());
    this.connect();
  }

  stop(): void {
    this.ended = true;
    this.ignoreNetwork();
    this.quiet();
    this.wire?.close();
  }

  get lost(): boolean {
    return this.standing === "lost";
  }

  get moving(): boolean {
    return this.standing === "moving";
  }

  /** The server's time, in milliseconds. */
  now(): number {
    return this.world.now() + this.ahead_ms;
  }

  /** The id of the next order, for the people who must approve it first. */
  newId(): string {
    return this.world.id();
  }

  /** The answer may come after a reconnection. */
  give(command: Command, terms: Partial<Terms> = {}): { id: string; answer: Promise<Answer> } {
    const { id = this.newId(), round = untrack(() => this.table?.round ?? 0), approvals = [] } = terms;
    const give: Give = { is: "give", id, command, round, approvals };
    const answer = new Promise<Answer>((resolve) => this.unanswered.set(give.id, { give, answer: resolve }));
    if (untrack(() => this.standing) === "live") this.say(give);
    this.turn();
    return { id: give.id, answer };
  }

  private connect(): void {
    const wire = this.world.open();
    this.wire = wire;
    this.heard_at = this.world.now();
    let opened = false;
    wire.onopen = () => {
      opened = true;
      this.tries = 0;
      this.say({ is: "join", table: this.name, epoch: this.epoch, after: this.n });
      this.beat();
    };
    wire.onmessage = (message) => this.hear(JSON.parse(message.data) as Told);
    wire.onclose = () => {
      if (this.wire !== wire) return;
      if (!opened) this.refused();
      this.lose();
    };
  }

  private lose(): void {
    this.wire = null;
    this.quiet();
    if (this.ended) return;
    this.turn("lost");
    const wait = AGAIN_MS[Math.min(this.tries++, AGAIN_MS.length - 1)] ?? 0;
    this.later(wait, () => this.connect());
  }

  private drop(): void {
    const dead = this.wire;
    this.lose();
    dead?.close();
  }

  /** When the network comes or goes, the connection may be dead without a sign of it. A house on this very machine
   * still answers. */
  private probe(): void {
    const [wire, asked_at] = [this.wire, this.world.now()];
    if (!wire) {
      this.quiet();
      this.connect();
      return;
    }
    this.say({ is: "ping", at: asked_at });
    this.later(PROBE_MS, () => {
      if (this.wire === wire && this.heard_at < asked_at) this.drop();
    });
  }

  /** A silent connection is treated as lost. */
  private beat(): void {
    if (this.world.now() - this.heard_at > SILENT_MS) {
      this.drop();
      return;
    }
    this.say({ is: "ping", at: this.world.now() });
    this.later(PING_MS, () => this.beat());
  }

  private hear(told: Told): void {
    this.heard_at = this.world.now();
    const joined = told.is === "view" || told.is === "resumed";
    if (told.is === "taken" || told.is === "declined") this.answered(told);
    Object.assign(this, merge(this, told));
    if ("at" in told) this.synchronise(told);
    this.turn(joined ? "live" : told.is === "moving" ? "moving" : this.standing);
    if (joined) for (const { give } of this.unanswered.values()) this.say(give);
  }

  private synchronise(told: Told & { at: number }): void {
    const now = this.world.now();
    if (told.is === "pong") {
      const lag_ms = now - told.sent;
      if (lag_ms <= this.best_lag) [this.best_lag, this.ahead_ms] = [lag_ms, told.at - now + lag_ms / 2];
      this.lag_ms = toldLag(this.lag_ms, lag_ms);
    } else if (this.best_lag === Infinity) {
      this.ahead_ms = told.at - now;
    }
  }

  /** Its sender hears of it before a view draws the state that it changes, or a wager would be drawn twice. */
  private answered(answer: Answer): void {
    const waiting = this.unanswered.get(answer.id);
    if (waiting && answer.is === "declined" && UNSETTLED.includes(answer.code)) {
      this.later(UNSETTLED_MS, () => this.say(waiting.give));
      return;
    }
    this.unanswered.delete(answer.id);
    waiting?.answer(answer);
  }

  /** A closing connection accepts nothing; the order is sent again on the next one. */
  private say(said: Said): void {
    if (this.wire?.readyState === OPEN) this.wire.send(JSON.stringify(said));
  }

  /** Nothing is stored. */
  private later(ms: number, then: () => void): void {
    const cancel = this.world.after(ms, () => {
      this.cancels.delete(cancel);
      then();
    });
    this.cancels.add(cancel);
  }

  private quiet(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }

  private turn(standing = untrack(() => this.standing)): void {
    [this.standing, this.waiting] = [standing, this.unanswered.size];
    this.changed();
  }
}
