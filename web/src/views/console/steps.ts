/** The rulebook's steps, and the position of the round. */
import type { Command, StepInfo } from "../../wire";

export interface StepState extends StepInfo {
  readonly standing: "done" | "now" | "later";
}

interface Choices {
  readonly times: number;
}

const COMMANDS: Readonly<Record<string, (choices: Choices) => Command>> = {
  tumble: ({ times }) => ({ do: "tumble-dice", times }),
  "open-bets": () => ({ do: "open-bets" }),
  "close-bets": () => ({ do: "close-bets" }),
  reveal: () => ({ do: "reveal-dice" }),
  enter: () => ({ do: "enter-roll" }),
  collect: () => ({ do: "collect-losers" }),
  pay: () => ({ do: "pay-area" }),
};

/** Nothing for a step without an order: announcements, and what the equipment does by itself. */
export const commandFor = (step: string, choices: Choices): Command | null => COMMANDS[step]?.(choices) ?? null;

/** What people do without an order belongs to the next step. */
export function stepStates(steps: readonly StepInfo[], next: string): StepState[] {
  const now = steps.findIndex((one) => one.step === next);
  const belongs = (place: number) => place === now - 1 && !((steps[place]?.step ?? "") in COMMANDS) && !!steps[place]?.by.length;
  return steps.map((one, place) => ({
    ...one,
    standing: place === now || belongs(place) ? "now" : place < now ? "done" : "later",
  }));
}

const BEGINNING: readonly Command["do"][] = ["tumble-dice", "open-bets"];

/** An order that begins a round has the next number; any other is about the last round. */
export const roundFor = (command: Command, phase: string, round: number): number => round + (phase === "idle" && BEGINNING.includes(command.do) ? 1 : 0);
