/** The chips for winners: as proposed, or as the dealer chose. */
import type { Pile } from "../../chips/pile";
import type { Payout, Proposal } from "../../wire";

const keyOf = ({ seat, spot }: Proposal): string => `${seat} ${spot}`;
const entries = (pile: Pile): [string, number][] => Object.entries(pile).filter(([, count]) => count > 0).sort(([one], [other]) => (one < other ? -1 : 1));
const same = (one: Pile, other: Pile): boolean => JSON.stringify(entries(one)) === JSON.stringify(entries(other));

export class Paying {
  /** By seat and spot, kept until the winner is paid: a refusal loses nothing. */
  private chosen = $state.raw<ReadonlyMap<string, Pile>>(new Map());
  /** The winner whose chips are being chosen. */
  open = $state.raw<Proposal | null>(null);

  choose(one: Proposal, chips: Pile): void {
    const next = new Map(this.chosen);
    if (same(one.chips, chips)) next.delete(keyOf(one));
    else next.set(keyOf(one), Object.fromEntries(entries(chips)));
    this.chosen = next;
  }

  isChosen(one: Proposal): boolean {
    return this.chosen.has(keyOf(one));
  }

  chipsOf(one: Proposal): Pile {
    return this.chosen.get(keyOf(one)) ?? one.chips;
  }

  /** The chips in an order to pay: none for those who are paid as proposed. */
  payouts(waiting: readonly Proposal[], area: string): Payout[] {
    return waiting.filter((one) => (!area || one.area === area) && this.isChosen(one)).map((one) => ({ seat: one.seat, spot: one.spot, chips: this.chipsOf(one) }));
  }

  clear(): void {
    this.chosen = new Map();
    this.open = null;
  }
}
