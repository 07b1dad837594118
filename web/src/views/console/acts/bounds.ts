/** The conditions of an act: who may do it, which remedy it is, and what lies on the felt. */
import { makeable } from "../../../chips/stack";
import { coded } from "../../../i18n/i18n.svelte";
import { gateOf, type OrderName } from "../../../shared/gates";
import { consequence, remediesFor, remedyFor, whyNot, type Remedy } from "../../../shared/remedies";
import type { Command, SeatView, TroubleInfo } from "../../../wire";
import { sum } from "../amounts";
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";
import { chips, money, Said, type Act, type Field } from "./act";

/** The clause of an order, and why this person cannot give it now. */
export function permitted(dealing: Dealing, of: OrderName | Command): Pick<Act, "clause" | "held"> {
  const held = dealing.whyNot(of);
  return { clause: gateOf(dealing.play, of)?.clause ?? "", ...(held ? { held } : {}) };
}

/** The acts with what the house says of their orders. A remedy has its own bounds. */
export const gated = (dealing: Dealing, acts: readonly Act[]): Act[] =>
  acts.map((act) => (act.command && act.clause === undefined ? { ...act, ...permitted(dealing, act.command(new Said({}))) } : act));

export const provision = (dealing: Dealing, trouble: string): TroubleInfo | undefined => dealing.play.troubles.find((one) => one.trouble === trouble);
export const remedies = (dealing: Dealing, order: Command["do"]): Remedy[] => remediesFor(dealing, order);
export const remedy = (dealing: Dealing, order: Command["do"], trouble: string): Remedy | null => remedyFor(dealing, order, trouble);

const troubleName = (trouble: string): string => coded("trouble", trouble) ?? trouble;
export const effectName = (dealing: Dealing, trouble: string): string => coded("effect", provision(dealing, trouble)?.effect ?? "") ?? "";

/** A reason without its full stop, for a button. */
export const reason = (trouble: string): string => troubleName(trouble).replace(/[.。]$/, "");

/** What the rulebook's table says about it, for a sheet. */
export function bound(dealing: Dealing, found: Remedy): Pick<Act, "clause" | "held" | "two" | "follows"> {
  const held = whyNot(found);
  return {
    clause: provision(dealing, found.trouble)?.clause ?? "", two: found.standing === "two",
    ...(held ? { held } : { follows: consequence(found) }),
  };
}

/** The stake and, with chips, its stack. */
export function stackField(dealing: Dealing, seat: SeatView): Field {
  return dealing.chips ? chips("stake", w("field.stack"), seat.colour ? [seat.colour_value] : []) : money("stake", w("field.stake"), dealing.info.chips[0] ?? 0);
}

export const stackOf = (dealing: Dealing, said: Said): number => (dealing.chips ? sum(said.chips("stake")) : said.number("stake"));

/** A part of what lies on a spot: no more than that and, with chips, only what chips can make. */
export function partField(dealing: Dealing, seat: SeatView, spot: string): Field {
  const held = seat.stakes[spot] ?? 0;
  const made = (minor: number) => !dealing.chips || makeable(minor, dealing.info.chips, seat.colour ? seat.colour_value : 0);
  const check = (minor: number) => (minor > held ? w("stake.less", { amount: dealing.money(held) }) : made(minor) ? "" : w("stake.chips"));
  return { is: "money", name: "stake", label: w("field.stake"), start: held, check };
}
