/** What is seen of a table, and what each message changes of it. */
import type { SeatView, StaffView, TableView, Taken, Told } from "../wire";

export interface Seen {
  readonly epoch: string;
  readonly n: number;
  readonly table: TableView | null;
  readonly seat: SeatView | null;
  readonly staff: StaffView | null;
}

export function merge(seen: Seen, told: Told): Partial<Seen> {
  switch (told.is) {
    case "view":
      return { epoch: told.epoch, n: told.n, table: told.table, seat: told.seat, staff: told.staff };
    case "resumed":
      return { n: told.n, seat: told.seat, staff: told.staff };
    case "change":
      return seen.table ? { n: told.n, table: changed(seen.table, told.table) } : {};
    case "seat":
      return { seat: told.seat };
    case "staff":
      return { staff: staffed(seen.staff, told.staff) };
    case "taken":
      return seen.seat ? { seat: receipted(seen.seat, told) } : {};
    case "declined":
    case "pong":
    case "moving":
      return {};
  }
}

function changed(table: TableView, change: Partial<TableView>): TableView {
  const boxes = change.boxes ? withoutZeros({ ...table.boxes, ...change.boxes }) : table.boxes;
  return { ...table, ...change, boxes };
}

/** Its stakes are on the spots of the order; a receipt without events is not about wagers. */
function receipted(seat: SeatView, taken: Taken): SeatView {
  return { ...seat, credit: taken.credit, stakes: withoutZeros({ ...seat.stakes, ...taken.stakes }) };
}

/** Only changes are sent, for seats too. */
function staffed(old: StaffView | null, change: Partial<StaffView>): StaffView | null {
  if (!old) return null;
  const seats = new Map([...old.seats, ...(change.seats ?? [])].map((seat) => [seat.seat, seat]));
  return { ...old, ...change, seats: [...seats.values()].sort((one, other) => one.seat - other.seat) };
}

function withoutZeros(amounts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount));
}
