/** The orders given here and their results. */
import type { Answer } from "../../link/live.svelte";
import type { Command, Event, Stake } from "../../wire";

export interface GivenOrder {
  readonly key: number;
  readonly what: string;
  readonly command: Command;
  readonly at: number;
  readonly fate: "sent" | "taken" | "refused";
  readonly receipt: string;
  readonly events: readonly Event[];
  readonly code: string;
  readonly words: string;
  readonly clause: string;
}

export const KEPT = 60;

export function sent(key: number, what: string, command: Command, at: number): GivenOrder {
  return { key, what, command, at, fate: "sent", receipt: "", events: [], code: "", words: "", clause: "" };
}

export function answeredBy(order: GivenOrder, answer: Answer): GivenOrder {
  if (answer.is === "declined") {
    return { ...order, fate: "refused", code: answer.code, words: answer.words, clause: clauseIn(answer.words) };
  }
  const receipt = answer.first === answer.last ? `${answer.first}` : `${answer.first}–${answer.last}`;
  return { ...order, fate: "taken", receipt, events: answer.events };
}

/** The server ends a refusal with the rulebook and its clause: (nz-2008 6.2). */
export function clauseIn(words: string): string {
  return /\(([a-z]+[a-z0-9-]* )(\d+(?:\.\d+)*(?:\([a-z]+\))*)\)/.exec(words)?.[2] ?? "";
}

export interface Excess {
  readonly key: string;
  readonly seat: number;
  readonly spot: string;
  readonly amount: number;
}

/** What exceeded a limit in this round and was refused or went back, for all players. */
export function excesses(told: readonly Stake[]): Excess[] {
  return told.map(([seat, spot, amount], place) => ({ key: `${place}`, seat, spot, amount }));
}
