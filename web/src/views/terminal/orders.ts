/** Orders of a seat other than wagers: credit, vouchers, and players' own limits. */
import { t } from "../../i18n/i18n.svelte";
import type { Live } from "../../link/live.svelte";
import { Refused } from "../../shared/api";
import type { Command, SeatView, Taken, Voucher } from "../../wire";

interface Sitting {
  readonly live: Live;
  readonly moment: { readonly seat: SeatView | null };
  cash(minor: number): string;
}

export class Orders {
  constructor(private readonly sitting: Sitting) {}

  /** The result says whether it applies already; a refusal is thrown. */
  async give(command: Command): Promise<Taken> {
    const said = await this.sitting.live.give(command).answer;
    if (said.is === "declined") throw new Refused(said.code, said.words, said.value);
    return said;
  }

  async buyIn(voucher: string): Promise<string> {
    const said = await this.give({ do: "buy-in", seat: this.seat, voucher });
    const bought = said.events.find((event) => event.is === "credit-bought");
    return t("buy.done", { amount: this.sitting.cash(bought?.amount ?? 0) });
  }

  async cashOut(): Promise<Voucher | null> {
    return (await this.give({ do: "cash-out", seat: this.seat })).voucher;
  }

  /** It was printed; only now the meter moves. */
  async collectVoucher(ending: string): Promise<void> {
    await this.give({ do: "collect-voucher", seat: this.seat, ending });
  }

  private get seat(): number {
    return this.sitting.moment.seat?.seat ?? 0;
  }
}
