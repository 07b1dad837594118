/** An act beside the steps of a round, with what must be said for it. */
import type { Pile } from "../../../chips/pile";
import { makeable } from "../../../chips/stack";
import { coded } from "../../../i18n/i18n.svelte";
import { consequence, remediesFor, remedyFor, whyNot, type Remedy } from "../../../shared/remedies";
import type { Command, SeatView, TroubleInfo } from "../../../wire";
import { stacked, sum } from "../amounts";
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** `check` says in words why an amount cannot be. */
interface MoneyField {
  readonly is: "money";
  readonly name: string;
  readonly label: string;
  readonly start?: number;
  readonly optional?: boolean;
  readonly check?: (minor: number) => string;
}

/** How many chips of each value. */
interface PileField {
  readonly is: "pile";
  readonly name: string;
  readonly label: string;
  readonly optional?: boolean;
}

export type Field =
  | MoneyField
  | { readonly is: "chips"; readonly name: string; readonly label: string; readonly more?: readonly number[] }
  | PileField
  | { readonly is: "words"; readonly name: string; readonly label: string; readonly start?: string; readonly optional?: boolean }
  | { readonly is: "number"; readonly name: string; readonly label: string; readonly start: number; readonly least: number }
  | { readonly is: "flag"; readonly name: string; readonly label: string; readonly start: boolean }
  | { readonly is: "choice"; readonly name: string; readonly label: string; readonly options: readonly Option[] };

type Value = number | string | boolean | readonly number[] | Pile;

/** What was said, by the names of the fields. */
export class Said {
  constructor(private readonly values: Readonly<Record<string, Value>>) {}

  number(name: string): number {
    const value = this.values[name];
    return typeof value === "number" ? value : 0;
  }

  text(name: string): string {
    const value = this.values[name];
    return typeof value === "string" ? value.trim() : "";
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  chips(name: string): readonly number[] {
    const value = this.values[name];
    return Array.isArray(value) ? stacked(value as number[]) : [];
  }

  pile(name: string): Pile {
    const value = this.values[name];
    return typeof value === "object" && !Array.isArray(value) ? (value as Pile) : {};
  }
}

export interface Act {
  readonly title: string;
  readonly button: string;
  readonly fields: readonly Field[];
  /** Given when it is confirmed, or nothing where the felt or the entry terminal is asked next. */
  readonly command?: (said: Said) => Command;
  readonly then?: (said: Said) => void;
  readonly note?: string;
  readonly clause?: string;
  readonly danger?: boolean;
  /** What will come of it. */
  readonly follows?: string;
  /** A second person must agree. */
  readonly two?: boolean;
  /** Said where it is for others, or not now. */
  readonly held?: string;
}

/** Whether the role in which somebody acts may, by the rulebook. */
export function permitted(dealing: Dealing, act: string): Pick<Act, "clause" | "held"> {
  const clause = dealing.play.act_clauses[act] ?? "";
  return dealing.may(act) ? { clause } : { clause, held: dealing.whoMay(dealing.play.acts[act] ?? [], clause) };
}

export const provision = (dealing: Dealing, trouble: string): TroubleInfo | undefined => dealing.play.troubles.find((one) => one.trouble === trouble);
export const remedies = (dealing: Dealing, order: Command["do"]): Remedy[] => remediesFor(dealing, order);
export const remedy = (dealing: Dealing, order: Command["do"], trouble: string): Remedy | null => remedyFor(dealing, order, trouble);

const troubleName = (trouble: string): string => coded("trouble", trouble) ?? trouble;
export const effectName = (dealing: Dealing, trouble: string): string => coded("effect", provision(dealing, trouble)?.effect ?? "") ?? "";

/** A reason without the full stop of its sentence, for a button. */
export const reason = (trouble: string): string => troubleName(trouble).replace(/[.。]$/, "");

/** What the rulebook's table says of it, for a sheet. */
export function bound(dealing: Dealing, found: Remedy): Pick<Act, "clause" | "held" | "two" | "follows"> {
  const held = whyNot(found);
  return {
    clause: provision(dealing, found.trouble)?.clause ?? "", two: found.standing === "two",
    ...(held ? { held } : { follows: consequence(found) }),
  };
}

export const money = (name: string, label: string, start = 0): Field => ({ is: "money", name, label, start });
export const words = (name: string, label: string, start = ""): Field => ({ is: "words", name, label, start });
export const chips = (name: string, label: string, more: readonly number[] = []): Field => ({ is: "chips", name, label, more });

export const pile = (name: string, label: string): PileField => ({ is: "pile", name, label });

/** The stake and, where there are chips, how they lie. */
export function stackField(dealing: Dealing, seat: SeatView): Field {
  return dealing.chips ? chips("stake", w("field.stack"), seat.colour ? [seat.colour_value] : []) : money("stake", w("field.stake"), dealing.info.chips[0] ?? 0);
}

export const stackOf = (dealing: Dealing, said: Said): number => (dealing.chips ? sum(said.chips("stake")) : said.number("stake"));

/** A part of what lies on a spot: never more than that and, with chips, only what chips make. */
export function partField(dealing: Dealing, seat: SeatView, spot: string): Field {
  const held = seat.stakes[spot] ?? 0;
  const made = (minor: number) => !dealing.chips || makeable(minor, dealing.info.chips, seat.colour ? seat.colour_value : 0);
  const check = (minor: number) => (minor > held ? w("stake.less", { amount: dealing.money(held) }) : made(minor) ? "" : w("stake.chips"));
  return { is: "money", name: "stake", label: w("field.stake"), start: held, check };
}
