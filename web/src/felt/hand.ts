/** Gestures of a finger or mouse on a felt: touch, hold, rest. One handler for all spots, because a hundred listeners
 * are slow to create on a slow machine. */

import type { Attachment } from "svelte/attachments";

export interface Deeds {
  /** A touch or a click. */
  place(spot: string): void;
  /** The other mouse button. */
  take(spot: string): void;
  /** A long press. */
  hold(spot: string, cell: Element): void;
  /** A resting mouse. */
  rest(spot: string, cell: Element): void;
  leave(): void;
  /** A key or a touch moved the focus. */
  focus(spot: string): void;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

const HELD_MS = 450;
const RESTED_MS = 700;

const cellOf = (event: Event): SVGElement | null => (event.target as Element).closest<SVGElement>("[data-spot]");
const spotOf = (cell: SVGElement): string => cell.dataset["spot"] ?? "";

export class Hand {
  private holding: Timer;
  private resting: Timer;
  private held = false;
  private over: SVGElement | null = null;

  constructor(private readonly deeds: Deeds) {}

  /** Listen on the felt itself: a component's handlers would search all parents for each event, on each touch. */
  readonly feels: Attachment<SVGElement> = (felt) => {
    felt.addEventListener("pointerdown", this.down);
    felt.addEventListener("pointerup", this.up);
    felt.addEventListener("pointerover", this.move);
    felt.addEventListener("pointerleave", this.leave);
    felt.addEventListener("click", this.click);
    felt.addEventListener("contextmenu", this.menu);
    felt.addEventListener("focusin", this.focus);
  };

  private readonly down = (event: PointerEvent): void => {
    const cell = cellOf(event);
    this.held = false;
    clearTimeout(this.holding);
    if (!cell || event.pointerType === "mouse") return;
    this.holding = setTimeout(() => {
      this.held = true;
      this.deeds.hold(spotOf(cell), cell);
    }, HELD_MS);
  };

  private readonly up = (): void => clearTimeout(this.holding);

  private readonly move = (event: PointerEvent): void => {
    const cell = cellOf(event);
    if (cell === this.over) return;
    if (this.over) this.leave();
    this.over = cell;
    if (cell && event.pointerType === "mouse") {
      this.resting = setTimeout(() => cell.isConnected && this.deeds.rest(spotOf(cell), cell), RESTED_MS);
    }
  };

  private readonly leave = (): void => {
    clearTimeout(this.resting);
    clearTimeout(this.holding);
    this.over = null;
    this.deeds.leave();
  };

  private readonly click = (event: MouseEvent): void => {
    const cell = cellOf(event);
    clearTimeout(this.holding);
    clearTimeout(this.resting); // a player who goes on does not want a card about the spot under the pointer
    if (cell && !this.held) this.deeds.place(spotOf(cell));
  };

  private readonly menu = (event: MouseEvent): void => {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    if (!this.held) this.deeds.take(spotOf(cell));
  };

  private readonly focus = (event: FocusEvent): void => {
    const cell = cellOf(event);
    if (cell) this.deeds.focus(spotOf(cell));
  };
}
