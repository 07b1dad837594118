/** A report as the house sends it, and as it is shown. Money is in minor units; a fraction is exact, such as 1/36. */
import { current } from "../../../i18n/i18n.svelte";
import { amount, percent } from "../../../i18n/money";
import { count, when } from "../say";

export type Cell = number | string;

export interface Column {
  readonly name: string;
  readonly kind: "text" | "time" | "count" | "money" | "share";
}

/** One table of a report. */
export interface Part {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly totals: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
}

export interface Section extends Part {
  readonly name: string;
  readonly title: string;
}

/** A gaming day, and one of its shifts if that is not 0; or two dates. */
export interface Asked {
  readonly day: string;
  readonly shift: number;
  readonly since: string;
  readonly until: string;
}

export interface Report extends Part {
  readonly title: string;
  readonly version: string;
  readonly site: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly made_at: string;
  readonly house_time: string;
  readonly sections: readonly Section[];
}

export const isNumber = (column: Column): boolean => ["count", "money", "share"].includes(column.kind);

export function numberOf(cell: Cell | undefined): number {
  if (typeof cell === "number") return cell;
  const [above = 0, below = 1] = (cell ?? "0").split("/").map(Number);
  return below ? above / below : 0;
}

export function indexOf(report: Part, name: string): number {
  return report.columns.findIndex((column) => column.name === name);
}

export function shown(report: Part, row: readonly Cell[], place: number): string {
  const cell = row[place];
  const column = report.columns[place];
  if (cell === undefined || cell === "" || !column) return "";
  const currency = String(row[indexOf(report, "currency")] ?? "SGD") || "SGD";
  switch (column.kind) {
    case "money":
      return amount(Math.round(numberOf(cell)), currency, current());
    case "count":
      return count(Math.round(numberOf(cell)));
    case "share":
      return percent(String(cell), current());
    case "time":
      return Number.isNaN(Date.parse(String(cell))) ? String(cell) : when(String(cell)); // totals have a word there
    case "text":
      return String(cell);
  }
}
