/** A round replayed: stakes and balances after each entry. It adds up events and decides nothing. */
import type { Award, Correction, Entry, Event, Stake } from "../../../wire";

type Sums = Map<string, Map<number, number>>;
type Lights = Readonly<Record<string, readonly string[]>>;

export interface SeatSum {
  readonly staked: number;
  readonly returned: number;
  readonly corrected: number;
  readonly owed: number;
}

export type End = "" | "settled" | "void" | "reversed" | "corrected";

const NOBODY: SeatSum = { staked: 0, returned: 0, corrected: 0, owed: 0 };

/** Changed in place by each entry: copies would cost quadratic time. */
export class Moment {
  /** By spot and seat. */
  stakes: Sums = new Map();
  /** What each spot paid each seat in addition to its stake. */
  gains: Sums = new Map();
  swept = new Set<string>();
  roll = "";
  lit: readonly string[] = [];
  /** Over the whole round: settled stakes, returns, and corrections. */
  seats = new Map<number, SeatSum>();
  end: End = "";
  /** As before collection. */
  private before: Moment | null = null;

  constructor(private readonly lights: Lights) {}

  follow(event: Event): void {
    switch (event.is) {
      case "wager-placed":
      case "unnoticed-recorded":
        return this.move([[event.seat, event.spot, event.stake]]);
      case "wager-withdrawn":
        return this.move([[event.seat, event.spot, -event.stake]]);
      case "line-judged":
        return event.counts ? undefined : this.move([[event.seat, event.spot, -event.stake]]);
      case "wager-shifted":
        return event.counts ? this.move([[event.seat, event.spot, -event.stake], [event.seat, event.to, event.stake]]) : undefined;
      case "wager-moved":
        return this.move([[event.seat, event.spot, -event.stake], [event.seat, event.to, event.stake]]);
      case "excess-rejected":
        return this.move(event.rejected.map(([seat, spot, stake]): Stake => [seat, spot, -stake]));
      case "roll-entered":
      case "entry-amended":
        return this.show(event.roll, event.lit);
      case "losers-collected":
        return this.collect(event.lost, Object.values(event.winners).flat());
      case "settlement-undone":
        return this.undo(event.corrections);
      case "area-paid":
        return this.pay(event.awards);
      case "round-settled":
        this.end = "settled";
        return;
      case "round-voided":
        return this.voided(event.corrections);
      case "round-reversed":
        return this.reverse(event.corrections);
      case "round-corrected":
        return this.settleAnew(event.roll, event.awards, event.corrections);
      case "dispute-decided":
        return this.correct(event.corrections);
    }
  }

  private show(roll: string, lit: readonly string[]): void {
    [this.roll, this.lit] = [roll, lit];
  }

  private move(changes: readonly Stake[]): void {
    for (const [seat, spot, change] of changes) {
      const on = this.stakes.get(spot) ?? new Map<number, number>();
      const left = (on.get(seat) ?? 0) + change;
      if (left > 0) on.set(seat, left);
      else on.delete(seat);
      if (on.size) this.stakes.set(spot, on);
      else this.stakes.delete(spot);
    }
  }

  /** Losers leave the layout; the refused parts of winners go back. */
  private collect(lost: readonly Award[], winners: readonly Award[]): void {
    this.before = this.copy();
    this.move(winners.map(([seat, spot, , , back]): Stake => [seat, spot, -back]));
    for (const [seat, spot, stake] of lost) {
      this.swept.add(spot);
      this.add(seat, { ...NOBODY, staked: stake });
    }
  }

  private pay(awards: readonly Award[]): void {
    this.gain(awards);
    for (const [seat, , stake, returned] of awards) this.add(seat, { ...NOBODY, staked: stake, returned });
  }

  private gain(awards: readonly Award[]): void {
    for (const [seat, spot, stake, returned] of awards) {
      const on = this.gains.get(spot) ?? new Map<number, number>();
      this.gains.set(spot, on.set(seat, (on.get(seat) ?? 0) + returned - stake));
    }
  }

  private correct(corrections: readonly Correction[]): void {
    for (const [seat, credited, debited, owed] of corrections) this.add(seat, { ...NOBODY, corrected: credited - debited, owed });
  }

  /** Stakes are back in place; only what a seat could not give back remains. */
  private undo(corrections: readonly Correction[]): void {
    const { before, roll, lit } = this;
    if (before) Object.assign(this, before, { before: before.before });
    this.correct(corrections.filter(([, , , owed]) => owed).map(([seat, , , owed]): Correction => [seat, 0, 0, owed]));
    this.show(roll, lit);
  }

  private voided(corrections: readonly Correction[]): void {
    this.correct(corrections);
    [this.stakes, this.gains, this.end] = [new Map(), new Map(), "void"];
  }

  private reverse(corrections: readonly Correction[]): void {
    this.correct(corrections);
    [this.gains, this.end] = [new Map(), "reversed"];
  }

  /** The layout as it would have looked; the corrections contain the money that moved. */
  private settleAnew(roll: string, awards: readonly Award[], corrections: readonly Correction[]): void {
    this.correct(corrections);
    this.gains = new Map();
    this.gain(awards.filter(([, , , returned]) => returned));
    this.swept = new Set(awards.filter(([, , , returned]) => !returned).map(([, spot]) => spot));
    this.show(roll, this.lights[roll] ?? []);
    this.end = "corrected";
  }

  private add(seat: number, more: SeatSum): void {
    const { staked, returned, corrected, owed } = this.seats.get(seat) ?? NOBODY;
    this.seats.set(seat, { staked: staked + more.staked, returned: returned + more.returned, corrected: corrected + more.corrected, owed: owed + more.owed });
  }

  private copy(): Moment {
    const deep = (sums: Sums): Sums => new Map([...sums].map(([spot, on]) => [spot, new Map(on)]));
    const { stakes, gains, swept, seats } = this;
    return Object.assign(new Moment(this.lights), this, { stakes: deep(stakes), gains: deep(gains), swept: new Set(swept), seats: new Map(seats) });
  }
}

/** After the entry at a position and all before it. */
export function momentAt(entries: readonly Entry[], place: number, lights: Lights): Moment {
  const moment = new Moment(lights);
  for (const { event } of entries.slice(0, place + 1)) moment.follow(event);
  return moment;
}

/** Every seat with something on the layout. */
export function seatsOf(entries: readonly Entry[]): number[] {
  const seats = new Set(entries.flatMap(({ event }) => ("spot" in event && "seat" in event ? [event.seat] : [])));
  return [...seats].sort((one, other) => one - other);
}

/** Over all seats, or for one. */
export function sumOn(on: ReadonlyMap<number, number> | undefined, seat: number): number {
  return seat ? (on?.get(seat) ?? 0) : [...(on?.values() ?? [])].reduce((sum, one) => sum + one, 0);
}
