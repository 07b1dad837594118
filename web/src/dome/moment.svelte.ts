/** The reveal of a round on one screen: the dice tumble, stop and are read. Nothing waits for it. */
import type { Live } from "../link/live.svelte";
import type { SeatView, TableView } from "../wire";
import type { Playing } from "./playing";
import { covered, next, NONE, rested, unpaid, veiled, type Stage } from "./stage";

export const READ_MS = 2_400; // from the dice at rest until the picture goes

/** What the browser tells a moment. */
export interface Room {
  now(): number;
  after(ms: number, then: () => void): () => void;
  /** Whether motion is allowed and the page is visible. */
  moves(): boolean;
}

type Loaded = (table: string, round: number, roll: string) => Playing;

export const browser: Room = {
  now: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  moves: () => document.visibilityState === "visible" && matchMedia("(prefers-reduced-motion: no-preference)").matches,
};

export class Moment {
  stage = $state.raw<Stage>(NONE);
  /** The player skips the rest of this round's picture. */
  private skipped = $state(0);
  private reading = $state(false);
  private joined = true;
  /** The seat as shown last. */
  private before: SeatView | null = null;
  private cancel = () => {};
  private playing = $state.raw<Loaded | null>(null);

  /** The part of the table's state that may be shown now, and of the seat's. */
  readonly table: TableView | null = $derived.by(() => this.live.table && veiled(this.live.table, this.stage));
  readonly seat: SeatView | null = $derived.by(() => this.live.seat && unpaid(this.live.seat, this.before, this.stage));

  /** The content of the picture, if there is one; a roll in it always comes with its round. */
  readonly picture: "covered" | "tumbling" | "reading" | null = $derived.by(() => {
    const { stage } = this;
    const { table } = this.live;
    if (!table || !this.playing) return null;
    if (stage.is === "tumbling") return "tumbling";
    if (stage.is === "rest" && this.reading) return "reading";
    return covered(table, stage) && this.skipped !== table.round ? "covered" : null;
  });

  /** The dice are moving on the table, and nobody can read them yet. */
  readonly shaken: boolean = $derived.by(() => this.picture === "covered" && this.live.table?.phase !== "revealed");

  constructor(
    private readonly live: Live,
    /** An electronic table's dice tumble when their roll is known; real dice tumble on the table. */
    readonly electronic: boolean,
    /** Dice came to rest, so that more may be shown than before. */
    private readonly changed: () => void = () => {},
    private readonly room: Room = browser,
  ) {}

  /** The throws were loaded. Until then rolls are shown without animation. */
  ready(playing: Loaded): void {
    this.playing = playing;
  }

  /** The throw to play for the shown roll. */
  play(): Playing | null {
    const { stage } = this;
    return stage.is === "none" ? null : (this.playing?.(this.live.name, stage.shown.round, stage.shown.roll) ?? null);
  }

  /** The table changed. After a lost connection, its next state is not new. */
  follow(): void {
    this.before = this.seat;
    const { table, standing } = this.live;
    if (standing === "lost" || standing === "moving") this.joined = true;
    if (!table || standing !== "live") return;
    const { joined } = this;
    this.joined = false;
    this.turn(next(this.stage, table, { now_ms: this.room.now(), joined, tumbles_ms: this.tumbles(table) }));
  }

  /** Skip to the present state of the table. */
  skip(): void {
    this.skipped = this.live.table?.round ?? 0;
    this.rest();
    this.cancel();
    this.reading = false;
  }

  stop(): void {
    this.cancel();
  }

  private tumbles({ shown }: TableView): number {
    if (!shown || !this.electronic || !this.playing || !this.room.moves()) return 0;
    return this.playing(this.live.name, shown.round, shown.roll).length_ms;
  }

  private turn(stage: Stage): void {
    if (stage === this.stage) return;
    this.stage = stage;
    this.cancel();
    this.read(stage.is === "rest" && stage.witnessed && !!this.playing && this.room.moves());
    if (stage.is === "tumbling") this.cancel = this.room.after(stage.rests_ms - this.room.now(), () => this.rest());
  }

  private rest(): void {
    this.turn(rested(this.stage, this.room.now()));
    this.changed();
  }

  private read(reads: boolean): void {
    this.reading = reads;
    if (reads) this.cancel = this.room.after(READ_MS, () => (this.reading = false));
  }
}
