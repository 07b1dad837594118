/** The result of a round for a seat: the net result decides, not single spots. */
import { t } from "../../i18n/i18n.svelte";

export interface Outcome {
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

/** A round with no result: why, what came back, and whether winners were already being paid. */
export interface Voided {
  readonly round: number;
  readonly reason: string;
  readonly amount: number;
  readonly paid: boolean;
}

type Cash = (minor: number) => string;

export const outcomeOf = (staked: number, returned: number): Outcome => ({ staked, returned, net: returned - staked });
export const summed = (amounts: Readonly<Record<string, number>>): number => Object.values(amounts).reduce((sum, one) => sum + one, 0);

export function netWords({ net, returned, staked }: Outcome, cash: Cash): string {
  const told = { amount: cash(Math.abs(net)), returned: cash(returned), staked: cash(staked) };
  return t(net > 0 ? "call.won" : net === 0 ? "call.even" : returned ? "call.partly" : "call.lost", told);
}

export function voidWords({ round, reason, amount }: Voided, cash: Cash): string {
  return [t("trouble.void", { round }), amount ? t("trouble.void.note", { reason, amount: cash(amount) }) : reason].join(" ");
}
