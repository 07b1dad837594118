/** Spots marked on the felt before an order is given. */
export interface Wanted {
  readonly title: string;
  /** `lit` toggles a mark; `stakes` adds the chosen amount with each touch. */
  readonly kind: "lit" | "stakes";
  readonly start?: readonly string[];
  readonly done: (spots: Readonly<Record<string, number>>) => void;
}

export class Picking {
  spots = $state.raw<Readonly<Record<string, number>>>({});
  chip = $state(0);

  constructor(
    readonly wanted: Wanted,
    chips: readonly number[],
  ) {
    this.chip = chips[0] ?? 1;
    this.spots = Object.fromEntries((wanted.start ?? []).map((spot) => [spot, 1]));
  }

  get count(): number {
    return Object.keys(this.spots).length;
  }

  touch(spot: string): void {
    const { [spot]: held = 0, ...others } = this.spots;
    if (this.wanted.kind === "stakes") this.spots = { ...others, [spot]: held + this.chip };
    else this.spots = held ? others : { ...others, [spot]: 1 };
  }

  clear(): void {
    this.spots = {};
  }
}
