/** The conditions of an act: who may do it, which remedy it is, and what lies on the felt. */
import { makeable } from "../../../chips/stack";
import { coded } from "../../../i18n/i18n.svelte";
import { consequence, remediesFor, remedyFor, whyNot, type Remedy } from "../../../shared/remedies";
import type { Command, SeatView, TroubleInfo } from "../../../wire";
import { sum } from "../amounts";
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";
import { chips, money, type Act, type Field, type Said } from "./act";

/** Whether the rulebook allows it to the role in which the person acts. */
export function permitted(dealing: Dealing, act: string): Pick<Act, "clause" | "held"> {
  const clause = dealing.play.act_clauses[act] ?? "";
  return dealing.may(act) ? { clause } : { clause, held: dealing.whoMay(dealing.play.acts[act] ?? [], clause) };
}

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
