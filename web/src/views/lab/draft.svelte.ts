/** A plan in progress: its pay table and wagers. */
import { untrack } from "svelte";
import { refusal } from "../../i18n/i18n.svelte";
import { Refused } from "../../shared/api";
import type { LabTable } from "../../wire";
import type { Shared } from "./address";
import type { Cloth, Lab } from "./lab.svelte";
import { moved, slipOf, wagersOf, type Slip } from "./slip";
import { l } from "./words";

export class Draft {
  table = $state.raw<LabTable>() as LabTable;
  slip = $state.raw<Slip>() as Slip;
  cloth = $state.raw<Cloth>();
  word = $state("");
  failed = $state("");
  readonly spots = $derived(new Map(this.table.spots.map((spot) => [spot.id, spot])));
  readonly wagers = $derived(wagersOf(this.slip));

  constructor(
    readonly lab: Lab,
    shared: Shared,
  ) {
    this.table = (lab.table(shared.paytable) ?? lab.tables.toSorted((one, other) => other.spots.length - one.spots.length)[0]) as LabTable;
    this.slip = moved(slipOf(shared.wagers), new Set(this.table.spots.map((spot) => spot.id))).slip;
  }

  act(fresh: Slip) {
    this.slip = fresh;
    this.word = "";
  }

  choose(paytable: string) {
    const next = this.lab.table(paytable);
    if (!next) return;
    const after = moved(this.slip, new Set(next.spots.map((spot) => spot.id)));
    [this.cloth, this.table, this.slip] = [undefined, next, after.slip];
    this.word = after.lost ? l("plan.lost", { count: after.lost, table: paytable }) : "";
  }

  /** For an effect: loads the felt of the pay table and updates the address. */
  follow(ontell: (change: Partial<Shared>) => void) {
    const [paytable, wagers] = [this.table.paytable, this.wagers];
    untrack(() => ontell({ paytable, wagers }));
  }

  async fetchCloth(wanted: string) {
    try {
      const found = await this.lab.cloth(wanted);
      if (wanted === this.table.paytable) this.cloth = found;
    } catch (error) {
      this.failed = error instanceof Refused ? refusal(error.code) : l("failed");
    }
  }
}
