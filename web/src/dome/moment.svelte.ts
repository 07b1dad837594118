/** The moment of a round on one screen: the dice tumble, lie still, are read out. Nothing waits for it. */
import type { TableView } from "../wire";
import type { Playing } from "./playing";
import { covered, next, NONE, rested, veiled, type Stage } from "./stage";

export const READ_MS = 2_400; // from the rest of the dice until the picture goes

/** What a moment is told by the browser. */
export interface Room {
  now(): number;
  after(ms: number, then: () => void): () => void;
  /** Whether anything may move, and somebody can see it. */
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
  /** Somebody does not want to see more of this round's picture. */
  private skipped = $state(0);
  private raw = $state.raw<TableView | null>(null);
  private reading = $state(false);
  private joined = true;
  private cancel = () => {};
  private playing = $state.raw<Loaded | null>(null);

  /** What may be told of the table now. */
  readonly table: TableView | null = $derived(this.raw && veiled(this.raw, this.stage));

  /** What the picture shows, if there is one; a roll in it always comes with its round. */
  readonly picture: "covered" | "tumbling" | "reading" | null = $derived.by(() => {
    const { raw, stage } = this;
    if (!raw || !this.playing) return null;
    if (stage.is === "tumbling") return "tumbling";
    if (stage.is === "rest" && this.reading) return "reading";
    return covered(raw, stage) && this.skipped !== raw.round ? "covered" : null;
  });

  /** The dice are in motion on the table, and nobody reads them yet. */
  readonly shaken: boolean = $derived(this.picture === "covered" && this.raw?.phase !== "revealed");

  constructor(
    private readonly name: string,
    /** The dice of this table are its own, so they tumble when their roll is known; others tumble on the table. */
    readonly electronic: boolean,
    /** Dice came to rest, so that more may be told than the table said last. */
    private readonly changed: () => void = () => {},
    private readonly room: Room = browser,
  ) {}

  /** The throws were loaded. Until then rolls are shown without them. */
  ready(playing: Loaded): void {
    this.playing = playing;
  }

  /** The throw that is to be played for the roll that is shown. */
  play(): Playing | null {
    const { stage } = this;
    return stage.is === "none" ? null : (this.playing?.(this.name, stage.shown.round, stage.shown.roll) ?? null);
  }

  /** The connection was lost; what comes next was there before. */
  lose(): void {
    this.joined = true;
  }

  follow(table: TableView): void {
    const { joined } = this;
    this.joined = false;
    this.raw = table;
    this.turn(next(this.stage, table, { now_ms: this.room.now(), joined, tumbles_ms: this.tumbles(table) }));
  }

  /** On to what lies on the table, at once. */
  skip(): void {
    this.skipped = this.raw?.round ?? 0;
    this.rest();
    this.cancel();
    this.reading = false;
  }

  stop(): void {
    this.cancel();
  }

  private tumbles({ shown }: TableView): number {
    if (!shown || !this.electronic || !this.playing || !this.room.moves()) return 0;
    return this.playing(this.name, shown.round, shown.roll).length_ms;
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
