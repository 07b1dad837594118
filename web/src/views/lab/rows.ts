/** The figures of all pay tables as rows that can be grouped, filtered and sorted. */
import type { LabSpot, LabTable } from "../../wire";
import { value } from "./exact";
import { grouped } from "./group";

/** One spot, or all spots of an area with the same odds and figures. `whole` if the area has no others. */
export interface Row {
  readonly key: string;
  readonly table: LabTable;
  readonly first: LabSpot;
  readonly spots: readonly LabSpot[];
  readonly whole: boolean;
}

export function rowsOf(table: LabTable, together: boolean): Row[] {
  const lines = grouped(table.spots, (spot) => (together ? likeness(spot) : spot.id));
  const areas = grouped(table.spots, (spot) => spot.area);
  return [...lines.values()].flatMap((spots) => {
    const [first] = spots;
    if (!first) return [];
    const whole = spots.length > 1 && spots.length === areas.get(first.area)?.length;
    return [{ key: `${table.paytable} ${first.id}`, table, first, spots, whole }];
  });
}

export const likeness = (spot: LabSpot): string =>
  [spot.area, spot.odds, spot.ways, spot.edge, spot.variance, spot.clause].join(" ");

export interface Filter {
  readonly tables: ReadonlySet<string>;
  readonly area: string;
  readonly words: string;
  readonly inferred: boolean;
}

export function kept(rows: readonly Row[], filter: Filter, nameOf: (row: Row) => string): Row[] {
  const words = filter.words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (!filter.tables.has(row.table.paytable)) return false;
    if (filter.area && row.first.area !== filter.area) return false;
    if (filter.inferred && !row.first.inferred) return false;
    const text = [nameOf(row), row.table.paytable, row.table.name, ...row.spots.map((spot) => `${spot.id} ${spot.label}`)]
      .join(" ")
      .toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const COLUMNS = ["table", "spot", "count", "odds", "ways", "edge", "deviation"] as const;
export type Column = (typeof COLUMNS)[number];

/** By the highest of its odds. */
export const oddsValue = (odds: string): number => Number(odds.replace("*", "").split("/").at(-1));

export function sorted(rows: readonly Row[], column: Column, falling: boolean): Row[] {
  const measure = (row: Row): number => {
    switch (column) {
      case "count":
        return row.spots.length;
      case "odds":
        return oddsValue(row.first.odds);
      case "ways":
        return row.first.ways;
      case "edge":
        return value(row.first.edge);
      case "deviation":
        return value(row.first.variance);
      case "table":
      case "spot":
        return 0;
    }
  };
  const words = (row: Row): string => (column === "table" ? row.table.paytable : column === "spot" ? row.first.area : "");
  const order = (one: Row, other: Row) => words(one).localeCompare(words(other), "en") || measure(one) - measure(other);
  return rows.toSorted((one, other) => (falling ? order(other, one) : order(one, other)));
}

/** A mark of the plot: the spots of one rulebook and area with the same edge. */
export interface Point {
  readonly key: string;
  readonly book: string;
  readonly area: string;
  readonly edge: string;
  readonly tables: readonly string[];
  readonly odds: readonly string[];
  readonly spots: readonly LabSpot[];
}

export const pointOf = (row: Row): string => `${row.table.book} ${row.first.area} ${row.first.edge}`;

export function pointsOf(rows: readonly Row[]): Point[] {
  return [...grouped(rows, pointOf)].flatMap(([key, same]) => {
    const [first] = same;
    if (!first) return [];
    const spots = new Map(same.flatMap((row) => row.spots.map((spot) => [spot.id, spot])));
    return [
      {
        key,
        book: first.table.book,
        area: first.first.area,
        edge: first.first.edge,
        tables: [...new Set(same.map((row) => row.table.paytable))],
        odds: [...new Set(same.map((row) => row.first.odds))],
        spots: [...spots.values()],
      },
    ];
  });
}

/** The areas of some points, those with the lowest edges first. */
export function areasOf(points: readonly Point[]): string[] {
  const edges = grouped(points, (point) => point.area);
  const least = (area: string) => Math.min(...(edges.get(area) ?? []).map((point) => value(point.edge)));
  const most = (area: string) => Math.max(...(edges.get(area) ?? []).map((point) => value(point.edge)));
  return [...edges.keys()].toSorted((one, other) => least(one) - least(other) || most(one) - most(other));
}
