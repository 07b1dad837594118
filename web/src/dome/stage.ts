/** The state of a round's picture. A roll is here only together with its round, as the table sends it; everything
 * else follows from the table's messages and the time. */
import type { SeatView, Shown, TableView } from "../wire";

/** `witnessed`: it came while the page was watched, so it is revealed; otherwise it is simply shown. `boxes` were on
 * the layout when the dice began to tumble. */
export type Stage =
  | { readonly is: "none" }
  | { readonly is: "tumbling"; readonly shown: Shown; readonly boxes: TableView["boxes"]; readonly since_ms: number; readonly rests_ms: number }
  | { readonly is: "rest"; readonly shown: Shown; readonly since_ms: number; readonly witnessed: boolean };

export interface Facts {
  readonly now_ms: number;
  /** The first message, or the first after a lost connection: nothing in it is new. */
  readonly joined: boolean;
  /** How long dice tumble in this round; 0 without motion. */
  readonly tumbles_ms: number;
}

export const NONE: Stage = { is: "none" };
const COVERED: readonly string[] = ["tumbled", "bets-shut", "revealed"];

export function next(before: Stage, table: TableView, { now_ms, joined, tumbles_ms }: Facts): Stage {
  const { shown } = table;
  if (!shown) return NONE;
  const rest = (witnessed: boolean): Stage => ({ is: "rest", shown, since_ms: now_ms, witnessed });
  const held = before.is === "none" ? null : before.shown;
  if (held?.round === shown.round && held.roll === shown.roll) return kept(before, table, rest(false), now_ms);
  if (joined || held?.round === shown.round || shown.round !== table.round || table.trouble || table.down) return rest(false);
  return tumbles_ms > 0 ? { is: "tumbling", shown, boxes: table.boxes, since_ms: now_ms, rests_ms: now_ms + tumbles_ms } : rest(true);
}

/** Tumbling dice stop in time, or at once if something is wrong. */
function kept(before: Stage, table: TableView, rest: Stage, now_ms: number): Stage {
  if (before.is !== "tumbling") return before;
  if (table.trouble || table.down) return rest;
  return now_ms >= before.rests_ms ? rested(before, before.rests_ms) : before;
}

/** Tumbling dice stop now, because time is up or the player skips. */
export function rested(stage: Stage, now_ms: number): Stage {
  return stage.is === "tumbling" ? { is: "rest", shown: stage.shown, since_ms: now_ms, witnessed: true } : stage;
}

/** The dice of the table are under their dome, and nobody knows their faces. */
export const covered = (table: TableView, stage: Stage): boolean =>
  stage.is !== "tumbling" && COVERED.includes(table.phase) && !table.trouble && !table.down;

/** The table as shown to people: nothing reveals the roll while the dice tumble. */
export function veiled(table: TableView, stage: Stage): TableView {
  if (stage.is !== "tumbling") return table;
  const { boxes, shown } = stage;
  return { ...table, phase: "tumbled", shown: null, boxes, recent: table.recent.filter(([one]) => one !== shown.round) };
}

/** The seat as shown to its player: winnings and losses are not on its meters before the dice stop. */
export function unpaid(seat: SeatView, before: SeatView | null, stage: Stage): SeatView {
  if (!before || stage.is !== "tumbling" || seat.result?.round !== stage.shown.round) return seat;
  const { credit, owed, stakes, result, meter_wagered, meter_won } = before;
  return { ...seat, credit, owed, stakes, result, meter_wagered, meter_won };
}

/** Every roll with its words, in the order of the call: the lowest first, the total last. */
export const callParts = (call: string): string[] => call.split(", ");
