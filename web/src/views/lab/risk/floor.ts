/** The tables of this floor compared with theory, from the house's report. */
import { value } from "../exact";

export interface Report {
  readonly columns: readonly { readonly name: string }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface Line {
  readonly table: string;
  readonly currency: string;
  readonly rounds: number;
  readonly staked: number;
  readonly win: number;
  readonly expected: number;
  readonly from: number;
  readonly to: number;
  readonly z: string;
}

export function linesOf(report: Report): Line[] {
  const place = (name: string) => report.columns.findIndex((column) => column.name === name);
  const [table, currency, z] = [place("table"), place("currency"), place("z")];
  const figures = (["rounds", "staked", "win", "theoretical win", "interval from", "interval to"] as const).map(place);
  return report.rows.map((row) => {
    const [rounds = 0, staked = 0, win = 0, expected = 0, from = 0, to = 0] = figures.map((at) => value(String(row[at] ?? 0)));
    return { table: String(row[table]), currency: String(row[currency]), z: String(row[z] ?? ""), rounds, staked, win, expected, from, to };
  });
}
