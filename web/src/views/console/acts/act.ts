/** An act besides the steps of a round, with its fields. */
import type { Pile } from "../../../chips/pile";
import type { Command } from "../../../wire";
import { stacked } from "../amounts";

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** `check` says in words why an amount is invalid. */
interface MoneyField {
  readonly is: "money";
  readonly name: string;
  readonly label: string;
  readonly start?: number;
  readonly optional?: boolean;
  readonly check?: (minor: number) => string;
}

/** The number of chips of each value. */
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

/** The entered values, by field name. */
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
  /** The order on confirmation, or nothing if the felt or the entry terminal comes next. */
  readonly command?: (said: Said) => Command;
  readonly then?: (said: Said) => void;
  readonly note?: string;
  readonly clause?: string;
  readonly danger?: boolean;
  /** Its effect. */
  readonly follows?: string;
  /** A second person must agree. */
  readonly two?: boolean;
  /** The reason, if it is for others or not possible now. */
  readonly held?: string;
}

export const money = (name: string, label: string, start = 0): Field => ({ is: "money", name, label, start });
export const words = (name: string, label: string, start = ""): Field => ({ is: "words", name, label, start });
export const chips = (name: string, label: string, more: readonly number[] = []): Field => ({ is: "chips", name, label, more });

export const pile = (name: string, label: string): PileField => ({ is: "pile", name, label });
