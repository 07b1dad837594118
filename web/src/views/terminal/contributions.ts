/** This terminal's random values for the throw of each round, and what the table has accepted. */
import { hexOf } from "./panels/prove";

const BYTES = 32;
const KEPT = 200;

export class Contributions {
  private readonly stored: string;
  private readonly taken: Map<number, string>;
  private drawn = "";
  /** Of the previous round: the seat may show it until its next change. */
  private before = "";

  constructor(table: string) {
    this.stored = `taisai.contributions.${table}`;
    this.taken = new Map(kept(this.stored));
  }

  /** A new value for each round. */
  turn(shown: string): void {
    [this.before, this.drawn] = [shown, ""];
  }

  /** The value to send with a wager; nothing if the seat has already contributed. */
  next(shown: string): string {
    if (shown && shown !== this.before) return "";
    this.drawn ||= hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));
    return this.drawn;
  }

  took(round: number, contribution: string): void {
    this.taken.set(round, contribution);
    for (const old of [...this.taken.keys()].slice(0, -KEPT)) this.taken.delete(old);
    localStorage.setItem(this.stored, JSON.stringify([...this.taken]));
  }

  of(round: number): string {
    return this.taken.get(round) ?? "";
  }
}

function kept(stored: string): [number, string][] {
  try {
    return JSON.parse(localStorage.getItem(stored) ?? "[]") as [number, string][];
  } catch {
    return [];
  }
}
