/** A player's actions on the felt: the chosen chip, placing and removing, and the table's answers. */
import * as felt from "../../felt/wagers";
import { refusal, t } from "../../i18n/i18n.svelte";
import type { Live } from "../../link/live.svelte";
import { click } from "../../sound/sound.svelte";
import type { Command, SeatView, TableInfo, Taken } from "../../wire";
import { openPiles } from "./chips";
import { Contributions } from "./contributions";
import { keepChip, keepWagers, keptChip, keptWagers, type Stakes } from "./kept";
import type { Words } from "./words.svelte";

/** The player's seat and table. */
interface Sitting {
  readonly info: TableInfo;
  readonly live: Live;
  readonly words: Words;
  readonly moment: { readonly seat: SeatView | null };
  readonly stakes: Stakes;
  /** Without wagers being sent. */
  readonly credit: number;
  /** The current round, and the wagers of the one before. */
  readonly plan: { readonly round: number };
  readonly last: { readonly stakes: Stakes };
  readonly least: (spot: string) => felt.Least;
  /** Why no wager may be placed or removed; empty if it may. */
  barred(): string;
  cash(minor: number): string;
  nameOf(spot: string): string;
}

export class Wagering {
  wagers = $state.raw(felt.noWagers(0));
  readonly contributions: Contributions;
  private picked = $state(0);

  constructor(private readonly sitting: Sitting) {
    const { info } = sitting;
    this.picked = keptChip(info.table, info.chips);
    this.contributions = new Contributions(info.table);
  }

  get chip(): number {
    return this.picked;
  }

  set chip(value: number) {
    this.picked = value;
    keepChip(this.sitting.info.table, value);
  }

  place(spot: string): void {
    if (!this.allowed()) return;
    const { sitting } = this;
    click();
    const outcome = felt.place(this.wagers, sitting.stakes, [[spot, this.chip]], sitting.least);
    this.carryOut(outcome);
    const { staged } = felt.held(outcome.wagers, sitting.stakes, spot);
    if (!staged) return;
    const minimum = sitting.cash(sitting.least(spot).minimum);
    sitting.words.speak("plain", t("fate.staged.note", { amount: sitting.cash(staged), spot: sitting.nameOf(spot), minimum }));
  }

  take(spot: string): void {
    if (this.allowed()) this.carryOut(felt.take(this.wagers, this.sitting.stakes, spot, this.chip, this.sitting.least));
  }

  undo(): void {
    if (this.allowed()) this.carryOut(felt.undo(this.wagers));
  }

  clear(): void {
    if (this.allowed()) this.carryOut(felt.clear(this.wagers, this.sitting.stakes));
  }

  repeat(): void {
    this.placeAll(this.sitting.last.stakes);
  }

  /** Double what lies there; if nothing does, the last round's wagers twice. */
  double(): void {
    if (!this.allowed()) return;
    const { last, least, stakes } = this.sitting;
    const piles = openPiles(this.wagers, stakes);
    if (!piles.size) this.placeAll(last.stakes, 2);
    else if (this.affords([...piles.values()].map((one) => one.amount))) this.carryOut(felt.doubled(this.wagers, stakes, least));
  }

  /** A set of wagers at once; one undo takes it back. All or nothing, if there are not enough credits. */
  placeAll(stakes: Stakes, times = 1): void {
    const plan = Object.entries(stakes).map(([spot, stake]) => [spot, stake * times] as const);
    if (!plan.length || !this.allowed()) return;
    if (this.affords(plan.map(([, stake]) => stake))) this.carryOut(felt.place(this.wagers, this.sitting.stakes, plan, this.sitting.least));
  }

  /** Another round; after a reload during one, with what was stored. */
  turn(before: number, round: number): void {
    if (before) this.contributions.turn(this.sitting.moment.seat?.contribution ?? "");
    const seat = this.sitting.moment.seat?.seat ?? 0;
    this.wagers = (before ? null : keptWagers(this.sitting.info.table, seat, round)) ?? felt.noWagers(seat);
  }

  /** No more bets. */
  close(): void {
    const { wagers, returned } = felt.closed(this.wagers);
    this.wagers = wagers;
    if (returned) this.sitting.words.speak("plain", t("fate.returned.note", { amount: this.sitting.cash(returned) }));
  }

  private affords(stakes: readonly number[]): boolean {
    const enough = stakes.reduce((sum, stake) => sum + stake, 0) <= this.sitting.credit;
    if (!enough) this.sitting.words.speak("bad", refusal("credit-short"));
    return enough;
  }

  private allowed(): boolean {
    const why = this.sitting.barred();
    if (why) this.sitting.words.speak(this.sitting.moment.seat ? "bad" : "plain", why);
    return !why;
  }

  private carryOut(outcome: felt.Outcome): void {
    const { info, live, plan, moment } = this.sitting;
    this.wagers = outcome.wagers;
    keepWagers(info.table, this.wagers.seat, plan.round, this.wagers);
    for (const piece of outcome.sends) {
      const { id, answer } = live.give(this.contributing(felt.commandOf(moment.seat?.seat ?? 0, piece)));
      this.wagers = felt.named(this.wagers, piece.key, id);
      void answer.then((said) => {
        if (said.is === "taken") this.contributed(said);
        if (said.is === "declined") this.complain(piece.spot, refusal(said.code));
        const after = felt.answered(this.wagers, said);
        const one = after.wagers.pieces.find((known) => known.id === said.id);
        if (one?.excess) this.complain(one.spot, t("fate.excess", { taken: this.sitting.cash(one.taken), excess: this.sitting.cash(one.excess) }));
        this.carryOut(after);
      });
    }
  }

  private complain(spot: string, why: string): void {
    this.sitting.words.speak("bad", `${this.sitting.nameOf(spot)}: ${why}`);
  }

  /** With this terminal's contribution to the throw, until it is accepted. */
  private contributing(command: Command): Command {
    if (!this.sitting.info.electronic || command.do !== "place-wager") return command;
    const contribution = this.contributions.next(this.sitting.moment.seat?.contribution ?? "");
    return contribution ? { ...command, contribution } : command;
  }

  private contributed({ events }: Taken): void {
    for (const event of events) if (event.is === "contribution-given") this.contributions.took(event.round, event.contribution);
  }
}
