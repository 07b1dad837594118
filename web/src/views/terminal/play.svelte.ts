/** A player at a table: what lies where, what was said to it, and what came of it. */
import * as felt from "../../felt/wagers";
import type { Pile, Piles } from "../../felt/piles";
import { coded, current, refusal, t } from "../../i18n/i18n.svelte";
import { amount } from "../../i18n/money";
import type { LinkState } from "../../link/link";
import { Live } from "../../link/live.svelte";
import * as api from "../../shared/api";
import { limitFor, spotName } from "../../shared/names";
import { troubleText } from "../../shared/remedies";
import { bell, click, fanfare, say } from "../../sound/sound.svelte";
import { unitOf } from "../../chips/stack";
import type { Command, Felt, LastVoid, Play as Rules, Result, SeatRound, SpotInfo, TableInfo, Taken, Voucher } from "../../wire";
import { spoken, type News } from "./news";
import { Rightings } from "./rightings";

interface Plan {
  readonly round: number;
  readonly stakes: Readonly<Record<string, number>>;
}

export interface Word {
  readonly tone: "bad" | "good" | "plain";
  readonly text: string;
  readonly key: number;
}

const EMPTY: Plan = { round: 0, stakes: {} };
const NOTHING_LIT: readonly string[] = [];
const OVER = ["idle", "closed"];
const WORD_MS = 6_000;

export class Play {
  readonly live: Live;
  wagers = $state.raw(felt.noWagers(0));
  chip = $state(0);
  plan = $state.raw<Plan>(EMPTY);
  last = $state.raw<Plan>(EMPTY);
  replay = $state.raw<SeatRound | null>(null);
  /** `paid`: winners were being paid already. */
  voided = $state.raw<{ round: number; reason: string; amount: number; paid: boolean } | null>(null);
  /** A round of this seat that was put right. */
  news = $state.raw<News | null>(null);
  word = $state.raw<Word | null>(null);
  call = $state("");
  private phase = "";
  private announced = 0;
  /** The newest void round that was told here, or that was over before. */
  private voids = -1;
  private readonly rightings: Rightings;
  private words = 0;
  private lost = false;

  readonly open: boolean = $derived.by(() => {
    const { table, seat } = this;
    return !!table && !!seat && table.phase === "betting" && this.live.standing === "live" && !table.trouble && !table.down && !seat.locked && !seat.failed && !this.replay;
  });

  readonly lit: readonly string[] = $derived(this.replay ? this.replay.lit : (this.table?.shown?.lit ?? NOTHING_LIT));

  /** The round whose roll is lit. */
  readonly litRound: number = $derived(this.table?.shown?.round ?? 0);

  /** How this seat came out of the round that is lit. */
  readonly result: Result | null = $derived.by(() => {
    const result = this.seat?.result;
    return result && result.round === this.litRound ? result : null;
  });

  /** The wagers of the round that is lit. */
  readonly settled: Plan = $derived([this.plan, this.last].find((one) => one.round === this.litRound && one.round) ?? EMPTY);

  readonly piles: Piles = $derived.by(() => {
    if (this.replay) return new Map(Object.entries(this.replay.wagers).map(([spot, stake]) => [spot, { amount: stake, look: "accepted" }]));
    return this.lit.length ? this.settledPiles() : this.openPiles();
  });

  /** What each spot won beyond its stake. */
  readonly won: ReadonlyMap<string, number> = $derived.by(() => {
    const [returned, stakes] = this.replay
      ? [this.replay.returned, this.replay.void ? {} : this.replay.wagers]
      : [this.result?.won ?? {}, this.settled.stakes];
    const gains = Object.entries(returned).map(([spot, back]) => [spot, back - (stakes[spot] ?? 0)] as const);
    return new Map(gains.filter(([spot, gain]) => gain > 0 && spot in stakes));
  });

  readonly gains: ReadonlyMap<string, string> = $derived(new Map([...this.won].map(([spot, gain]) => [spot, `+${this.money(gain)}`])));

  readonly winnings: number = $derived([...this.won.values()].reduce((sum, gain) => sum + gain, 0));

  readonly stakeBack: number = $derived([...this.won.keys()].reduce((sum, spot) => sum + (this.settled.stakes[spot] ?? 0), 0));

  readonly pending: number = $derived(
    this.wagers.pieces
      .filter((one) => one.move === "place" && (one.fate === "sent" || one.fate === "staged"))
      .reduce((sum, one) => sum + one.stake, 0),
  );

  readonly staked: number = $derived(Object.values(this.stakes).reduce((sum, stake) => sum + stake, 0) + this.pending);

  readonly credit: number = $derived((this.seat?.credit ?? 0) - this.pending);

  constructor(
    readonly info: TableInfo,
    readonly felt: Felt,
    readonly rules: Rules,
  ) {
    this.chip = info.chips[Math.min(1, info.chips.length - 1)] ?? 0;
    this.rightings = new Rightings(info.table, (news) => this.tell(news));
    this.live = new Live(info.table, (state) => this.follow(state), () => void this.rejected());
    this.live.start();
  }

  get table() {
    return this.live.table;
  }

  get seat() {
    return this.live.seat;
  }

  get stakes(): Readonly<Record<string, number>> {
    return this.seat?.stakes ?? {};
  }

  money(minor: number): string {
    return amount(minor, this.info.currency, current());
  }

  nameOf(id: string): string {
    const spot = this.felt.spots.find((one) => one.id === id);
    return spot ? spotName(spot) : id;
  }

  place(spot: string): void {
    if (!this.allowed()) return;
    click();
    const outcome = felt.place(this.wagers, this.stakes, [[spot, this.chip]], this.least);
    this.carryOut(outcome);
    const on = felt.held(outcome.wagers, this.stakes, spot);
    if (on.staged) {
      const minimum = this.money(this.least(spot).minimum);
      this.speak("plain", t("fate.staged.note", { amount: this.money(on.staged), spot: this.nameOf(spot), minimum }));
    }
  }

  take(spot: string): void {
    if (this.allowed()) this.carryOut(felt.take(this.wagers, this.stakes, spot, this.chip, this.least));
  }

  undo(): void {
    if (this.allowed()) this.carryOut(felt.undo(this.wagers));
  }

  clear(): void {
    if (this.allowed()) this.carryOut(felt.clear(this.wagers, this.stakes));
  }

  repeat(): void {
    if (this.allowed()) this.carryOut(felt.place(this.wagers, this.stakes, Object.entries(this.last.stakes), this.least));
  }

  double(): void {
    if (this.allowed()) this.carryOut(felt.doubled(this.wagers, this.stakes, this.least));
  }

  async buyIn(voucher: string): Promise<string> {
    const said = await this.order({ do: "buy-in", seat: this.seat?.seat ?? 0, voucher });
    const bought = said.events.find((event) => event.is === "credit-bought");
    return t("buy.done", { amount: this.money(bought?.amount ?? 0) });
  }

  async cashOut(): Promise<Voucher | null> {
    return (await this.order({ do: "cash-out", seat: this.seat?.seat ?? 0 })).voucher;
  }

  /** It came out of the printer; only now the meter moves. */
  async collectVoucher(ending: string): Promise<void> {
    await this.order({ do: "collect-voucher", seat: this.seat?.seat ?? 0, ending });
  }

  async limitLoss(minor: number): Promise<void> {
    await this.order({ do: "limit-loss", seat: this.seat?.seat ?? 0, amount: minor });
  }

  speak(tone: Word["tone"], text: string): void {
    const key = ++this.words;
    this.word = { tone, text, key };
    setTimeout(() => {
      if (this.word?.key === key) this.word = null;
    }, WORD_MS);
  }

  stop(): void {
    this.live.stop();
  }

  readonly least = (spot: string): felt.Least => {
    const found = this.felt.spots.find((one) => one.id === spot);
    const rule = limitFor(this.table?.limits ?? [], found?.area ?? "");
    const step = found?.step ?? 1;
    const [smallest = 1] = this.info.chips;
    return { minimum: rule?.minimum ?? 1, step: this.info.money === "chips" ? unitOf(step, smallest) : step };
  };

  /** How much more fits on a spot, by the maximum of the box or of each player, and by the Differential. */
  room({ id, area }: SpotInfo): number | undefined {
    const rule = limitFor(this.table?.limits ?? [], area);
    if (!rule) return undefined;
    const boxes = this.table?.boxes ?? {};
    const opposite = Object.entries(this.rules.differential).flatMap((pair) => (pair.includes(id) ? pair.filter((one) => one !== id) : []))[0];
    const apart = rule.differential && opposite ? (boxes[opposite] ?? 0) + rule.differential - (boxes[id] ?? 0) : undefined;
    const mine = felt.shown(felt.held(this.wagers, this.stakes, id));
    return felt.room({ maximum: rule.maximum, scope: rule.scope || this.rules.scope, box: boxes[id] ?? 0, mine, ...(apart === undefined ? {} : { apart }) });
  }

  private settledPiles(): Piles {
    const lies = this.table?.phase === "entered"; // losers lie until they are collected, for the entry may be amended
    const look = (spot: string): Pile["look"] => (lies || this.lit.includes(spot) ? "accepted" : "swept");
    return new Map(Object.entries(this.settled.stakes).map(([spot, stake]) => [spot, { amount: stake, look: look(spot) }]));
  }

  private openPiles(): Piles {
    const piles = new Map<string, Pile>();
    for (const spot of new Set([...Object.keys(this.stakes), ...this.wagers.pieces.map((one) => one.spot)])) {
      const on = felt.held(this.wagers, this.stakes, spot);
      const sum = felt.shown(on);
      if (sum > 0) piles.set(spot, { amount: sum, look: on.sent || on.leaving ? "sent" : on.staged ? "staged" : "accepted" });
    }
    return piles;
  }

  private async order(command: Command): Promise<Taken> {
    const said = await this.live.link.give(command).answer;
    if (said.is === "declined") throw new api.Refused(said.code, said.words, said.value);
    return said;
  }

  private allowed(): boolean {
    if (this.open) return true;
    if (!this.seat) this.speak("plain", t("terminal.watching"));
    else if (this.seat.failed) this.speak("bad", refusal("terminal-failed"));
    else if (this.live.standing !== "live") this.speak("bad", t("link.lost"));
    else this.speak("bad", refusal("bets-not-open"));
    return false;
  }

  private carryOut(outcome: felt.Outcome): void {
    this.wagers = outcome.wagers;
    for (const piece of outcome.sends) {
      const { id, answer } = this.live.link.give(felt.commandOf(this.seat?.seat ?? 0, piece));
      this.wagers = felt.named(this.wagers, piece.key, id);
      void answer.then((said) => {
        if (said.is === "declined") this.speak("bad", `${this.nameOf(piece.spot)}: ${refusal(said.code)}`);
        const after = felt.answered(this.wagers, said);
        const one = after.wagers.pieces.find((known) => known.id === said.id);
        if (one?.excess) this.speak("bad", `${this.nameOf(one.spot)}: ${t("fate.excess", { taken: this.money(one.taken), excess: this.money(one.excess) })}`);
        this.carryOut(after);
      });
    }
  }

  private follow({ seen, standing }: LinkState): void {
    const { table, seat } = seen;
    if (standing === "lost") this.lost = true;
    if (!table || standing !== "live") return;
    if (this.voids < 0) this.voids = table.void.number;
    if (this.lost) this.speak("good", t("link.back"));
    this.lost = false;
    const from = this.phase;
    if (table.round !== this.plan.round) this.turn(table.round);
    if (seat && !OVER.includes(table.phase) && table.phase !== "settling") this.plan = { round: table.round, stakes: seat.stakes };
    if (from !== table.phase) this.stepped(from, table.phase);
    if (table.void.number > this.voids) this.voidRound(table.void, from === "settling");
    if (seat) this.rightings.follow(from, table, seat);
    const { result } = this;
    if (!result || result.round === this.announced) return;
    this.announced = result.round;
    if (Object.keys(this.settled.stakes).length) this.announce();
    else void this.remember(result.round);
  }

  private tell(news: News): void {
    this.news = news;
    this.call = spoken(news, this);
  }

  private turn(round: number): void {
    if (Object.keys(this.plan.stakes).length) this.last = this.plan;
    this.plan = { round, stakes: {} };
    this.wagers = felt.noWagers(this.seat?.seat ?? 0);
    this.voided = null;
    if (this.news?.is === "amended" || this.news?.is === "undone") this.news = null;
  }

  private stepped(from: string, to: string): void {
    this.phase = to;
    const { table } = this;
    if (!table) return;
    this.call = table.shown?.call ?? coded("phase", to) ?? "";
    if (from === "betting") {
      bell();
      const { wagers, returned } = felt.closed(this.wagers);
      this.wagers = wagers;
      if (returned) this.speak("plain", t("fate.returned.note", { amount: this.money(returned) }));
    }
    if (from) say(this.call, table.shown ? "en" : current());
  }

  private announce(): void {
    const { winnings } = this;
    if (winnings > 0) {
      fanfare();
      this.speak("good", t("call.won", { amount: this.money(winnings), stake: this.money(this.stakeBack) }));
    } else this.speak("plain", t("call.lost"));
  }

  private voidRound({ number: round, trouble }: LastVoid, paid: boolean): void {
    this.voids = round;
    const stakes = [this.plan, this.last].find((one) => one.round === round)?.stakes ?? {};
    const back = Object.values(stakes).reduce((sum, stake) => sum + stake, 0);
    this.voided = { round, reason: troubleText(trouble), amount: back, paid };
    this.news = null;
    this.call = t("trouble.void", { round });
  }

  /** After a start in the middle: what was wagered in the round that was settled last. */
  private async remember(round: number): Promise<void> {
    const lived = (await api.seatRounds(this.info.table)).rounds.find((one) => one.round === round);
    if (!lived) return;
    const known = { round: lived.round, stakes: lived.wagers };
    if (this.plan.round === lived.round) this.plan = known;
    this.last = known;
  }

  /** A device that was taken out of service is no longer let in; asking for its rounds makes the browser forget it. */
  private async rejected(): Promise<void> {
    await api.seatRounds(this.info.table).catch(() => undefined);
  }
}
