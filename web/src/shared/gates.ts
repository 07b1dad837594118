/** The gates before an order: who gives it, when, and whether alone. The house serves them; nothing is decided here. */
import { coded, t } from "../i18n/i18n.svelte";
import type { Command, GateInfo, Play, StaffView, TableView } from "../wire";

export type OrderName = Command["do"];

/** Of a command, which may be a case of its own, or of an order by its name; nothing if this table never takes it. */
export function gateOf(play: Play, of: OrderName | Command): GateInfo | undefined {
  if (typeof of === "string") return play.gates[of];
  const fields = of as unknown as Readonly<Record<string, unknown>>;
  const found = play.cases.find((one) => one.order === of.do && (one.value ? fields[one.field] === one.value : isSome(fields[one.field])));
  return play.gates[found?.name ?? of.do];
}

/** Any value but none: an empty list or pile is none. */
const isSome = (value: unknown): boolean => (typeof value === "object" && value ? Object.keys(value).length > 0 : !!value);

/** Whether the house takes this order from two people only. What a remedy takes is in its cell. */
export function byTwo(play: Play, command: Command, staff: StaffView | null): boolean {
  const gate = gateOf(play, command);
  if (!gate?.two_if_called || !staff) return !!gate?.two;
  const counts = gate.two_if_called === "always" || staff.conditions.includes(gate.two_if_called);
  return gate.two || (counts && "spot" in command && isStaffPlaced(staff, command.seat, command.spot));
}

/** Whether staff placed a wager. */
export const isStaffPlaced = (staff: StaffView | null, seat: number, spot: string): boolean => !!staff?.staff_placed[spot]?.includes(seat);

/** Why the table does not take it now, in words; empty if it does. */
export function shutText(gate: GateInfo | undefined, table: TableView | null, staff: StaffView | null): string {
  if (!gate || !table || !staff) return "";
  if (gate.step && gate.step !== table.step) return coded("gate", "step") ?? "";
  const shut = gate.when.find((one) => !staff.conditions.includes(one));
  if (shut === "known") return table.round ? t("remedy.void-already", { round: table.round }) : t("remedy.no-round");
  return shut ? (coded("gate", shut) ?? "") : "";
}
