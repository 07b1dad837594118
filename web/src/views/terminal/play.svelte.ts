/** A player at a table: chips, orders and results. */
import { Moment } from "../../dome/moment.svelte";
import type { Piles } from "../../felt/piles";
import { coded, current, refusal, t } from "../../i18n/i18n.svelte";
import { amount, short, withCurrency } from "../../i18n/money";
import { Live } from "../../link/live.svelte";
import * as api from "../../shared/api";
import { spotName } from "../../shared/names";
import { troubleText } from "../../shared/remedies";
import { callOf } from "../../shared/wording";
import { bell, say } from "../../sound/sound.svelte";
import type { Felt, LastVoid, Play as Rules, Result, SeatRound, SeatView, SpotInfo, TableInfo, TableView } from "../../wire";
import { ofOthers, openPiles, pendingOf, settledPiles, wonOn } from "./chips";
import type { Stakes } from "./kept";
import { spoken, type News } from "./news";
import { Orders } from "./orders";
import { netWords, outcomeOf, summed, voidWords, type Outcome, type Voided } from "./outcome";
import { Rightings } from "./rightings";
import { leastOn, roomOn } from "./room";
import { keepSession, keptSession, sessionOf, type Session } from "./session";
import { Wagering } from "./wagering.svelte";
import { Words } from "./words.svelte";

interface Plan {
  readonly round: number;
  readonly stakes: Stakes;
}

const EMPTY: Plan = { round: 0, stakes: {} };
const NOTHING_LIT: readonly string[] = [];
const OVER = ["idle", "closed"];

/** The seat's stakes are gone because the round is settled or being settled; a fast table may send the seat first. */
const paidOut = ({ phase, round }: TableView, { result }: SeatView): boolean => OVER.includes(phase) || phase === "settling" || result?.round === round;

export class Play {
  readonly live: Live;
  /** What may be shown of the table, and when. */
  readonly moment: Moment;
  readonly words = new Words();
  readonly orders = new Orders(this);
  readonly hand: Wagering;
  plan = $state.raw<Plan>(EMPTY);
  last = $state.raw<Plan>(EMPTY);
  replay = $state.raw<SeatRound | null>(null);
  voided = $state.raw<Voided | null>(null);
  /** A corrected round of this seat. */
  news = $state.raw<News | null>(null);
  session = $state.raw<Session | null>(null);
  private phase = "";
  private announced = 0;
  /** The newest void round that was shown here, or was over before. */
  private voids = -1;
  private readonly rightings: Rightings;
  private lost = false;

  readonly open: boolean = $derived.by(() => {
    const { table, seat } = this.moment;
    return !!table && !!seat && table.phase === "betting" && this.live.standing === "live" && !table.trouble && !table.down && !seat.locked && !seat.failed && !seat.own.break_until && !seat.own.time_over && !this.replay;
  });

  readonly lit: readonly string[] = $derived.by(() => this.replay ? this.replay.lit : (this.moment.table?.shown?.lit ?? NOTHING_LIT));

  /** The round whose roll is lit. */
  readonly litRound: number = $derived.by(() => this.moment.table?.shown?.round ?? 0);

  /** The result of the lit round for this seat. */
  readonly result: Result | null = $derived.by(() => {
    const result = this.moment.seat?.result;
    return result && result.round === this.litRound ? result : null;
  });

  /** The wagers of the lit round. */
  readonly settled: Plan = $derived([this.plan, this.last].find((one) => one.round === this.litRound && one.round) ?? EMPTY);

  readonly piles: Piles = $derived.by(() => {
    if (this.replay) return settledPiles(this.replay.wagers, this.lit, true);
    return this.lit.length ? settledPiles(this.settled.stakes, this.lit, this.moment.table?.phase === "entered") : openPiles(this.hand.wagers, this.stakes);
  });

  readonly won: ReadonlyMap<string, number> = $derived(
    this.replay ? wonOn(this.replay.returned, this.replay.void ? {} : this.replay.wagers) : wonOn(this.result?.won ?? {}, this.settled.stakes),
  );

  readonly gains: ReadonlyMap<string, string> = $derived(new Map([...this.won].map(([spot, gain]) => [spot, `+${this.money(gain)}`])));

  /** The stakes and returns of the shown round; null without a result. */
  readonly outcome: Outcome | null = $derived.by(() => {
    if (this.replay) return this.replay.void ? null : outcomeOf(summed(this.replay.wagers), summed(this.replay.returned));
    return this.result ? outcomeOf(this.result.staked, this.result.returned) : null;
  });

  /** The stakes of others, until a result is shown. */
  readonly others: ReadonlyMap<string, string> = $derived.by(() => {
    const sums = this.lit.length || this.replay ? [] : ofOthers(this.moment.table?.boxes ?? {}, this.stakes);
    return new Map(sums.map(([spot, sum]) => [spot, short(sum, this.info.currency)]));
  });

  readonly pending: number = $derived.by(() => pendingOf(this.hand.wagers));

  readonly staked: number = $derived(summed(this.stakes) + this.pending);

  readonly credit: number = $derived.by(() => (this.moment.seat?.credit ?? 0) - this.pending);

  constructor(
    readonly info: TableInfo,
    readonly felt: Felt,
    readonly rules: Rules,
  ) {
    this.hand = new Wagering(this);
    this.rightings = new Rightings(info.table, (news) => this.tell(news));
    this.live = new Live(info.table, () => this.follow(), () => void this.rejected());
    this.moment = new Moment(this.live, info.electronic, () => this.follow());
    this.live.start();
  }

  get stakes(): Stakes {
    return this.moment.seat?.stakes ?? {};
  }

  money(minor: number): string {
    return amount(minor, this.info.currency, current());
  }

  readonly cash = (minor: number): string => withCurrency(minor, this.info.currency, current());

  signed(minor: number): string {
    return `${minor > 0 ? "+" : minor < 0 ? "−" : ""}${this.money(Math.abs(minor))}`;
  }

  nameOf(id: string): string {
    const spot = this.spotOf(id);
    return spot ? spotName(spot) : id;
  }

  readonly least = (spot: string) => leastOn(this.spotOf(spot), { limits: this.moment.table?.limits ?? [] }, this.info);

  room(spot: SpotInfo): number | undefined {
    const { table } = this.moment;
    return table ? roomOn(spot, table, this.rules, this.hand.wagers, this.stakes) : undefined;
  }

  barred(): string {
    if (this.open) return "";
    const { seat } = this.moment;
    if (!seat) return t("terminal.watching");
    if (seat.failed) return refusal("terminal-failed");
    if (seat.own.break_until) return refusal("seat-resting");
    if (seat.own.time_over) return refusal("time-limited");
    if (this.live.moving) return t("link.moving");
    return this.live.standing === "live" ? refusal("bets-not-open") : t("link.lost");
  }

  sawCheck(seen: number): void {
    if (this.session) this.goOn({ ...this.session, seen });
  }

  stop(): void {
    this.moment.stop();
    this.live.stop();
  }

  private spotOf(id: string): SpotInfo | undefined {
    return this.felt.spots.find((one) => one.id === id);
  }

  private goOn(session: Session | null): void {
    if (session === this.session) return;
    this.session = session;
    keepSession(this.info.table, this.moment.seat?.seat ?? 0, session);
  }

  private follow(): void {
    this.moment.follow();
    const { seat, standing } = this.live;
    const { table } = this.moment;
    if (standing === "lost" || standing === "moving") this.lost = true;
    if (!table || !this.live.table || standing !== "live") return;
    if (this.voids < 0) this.arrive(table, seat);
    if (this.lost) this.words.speak("good", t("link.back"));
    this.lost = false;
    const from = this.phase;
    if (table.round !== this.plan.round) this.turn(table.round);
    if (seat && !paidOut(this.live.table, seat)) this.plan = { round: table.round, stakes: seat.stakes };
    if (from !== table.phase) this.stepped(from, table.phase);
    if (table.void.number > this.voids) this.voidRound(table.void, from === "settling");
    if (seat && this.moment.stage.is !== "tumbling") this.rightings.follow(from, table, seat); // a roll not shown yet is not gone
    if (seat) this.goOn(sessionOf(this.session ?? keptSession(this.info.table, seat.seat), seat, Date.now()));
    const { result } = this;
    if (!result || result.round === this.announced) return;
    this.announced = result.round;
    if (Object.keys(this.settled.stakes).length) this.announce();
    else void this.remember(table, result.round);
  }

  private tell(news: News): void {
    this.news = news;
    this.words.call = spoken(news, this);
  }

  /** After a start during play: what was shown before and what was wagered in the last round, void or not. */
  private arrive(table: TableView, seat: SeatView | null): void {
    this.voids = table.void.number;
    if (seat) void this.remember(table);
  }

  private turn(round: number): void {
    if (Object.keys(this.plan.stakes).length) this.last = this.plan;
    this.hand.turn(this.plan.round, round);
    this.plan = { round, stakes: {} };
    this.voided = null;
    if (this.news?.is === "amended" || this.news?.is === "undone") this.news = null;
  }

  private stepped(from: string, to: string): void {
    this.phase = to;
    const { words, moment: { table } } = this;
    if (!table) return;
    const { text, language } = table.shown ? callOf(table.shown) : { text: coded("phase", to) ?? "", language: current() };
    words.call = text;
    if (from === "betting") {
      bell();
      this.hand.close();
    }
    if (from) say(text, language);
  }

  private announce(): void {
    const { outcome } = this;
    if (!outcome) return;
    this.words.speak(outcome.net > 0 ? "good" : "plain", netWords(outcome, this.cash));
  }

  private voidRound({ number: round, trouble }: LastVoid, paid: boolean): void {
    this.voids = round;
    const back = summed([this.plan, this.last].find((one) => one.round === round)?.stakes ?? {});
    this.news = null;
    this.sayVoid({ round, reason: troubleText(trouble), amount: back, paid });
    if (!back && this.moment.seat) void this.askBack(round);
  }

  private sayVoid(voided: Voided): void {
    this.voided = voided;
    this.words.call = voidWords(voided, this.cash);
  }

  /** Wagers that staff or another screen placed for this seat came back, too. */
  private async askBack(round: number): Promise<void> {
    const lived = (await api.seatRounds(this.info.table).catch(() => null))?.rounds.find((one) => one.round === round);
    if (!lived || this.voided?.round !== round) return;
    this.sayVoid({ ...this.voided, amount: summed(lived.returned) });
  }

  /** The last round, or one whose result came before its wagers. */
  private async remember(table: TableView, round = 0): Promise<void> {
    const rounds = (await api.seatRounds(this.info.table).catch(() => null))?.rounds;
    const lived = round ? rounds?.find((one) => one.round === round) : rounds?.[0];
    if (!lived || lived.round < this.last.round) return;
    const known = { round: lived.round, stakes: lived.wagers };
    if (this.plan.round === lived.round && (round || OVER.includes(table.phase))) this.plan = known;
    this.last = known;
    const now = this.moment.table;
    if (lived.void && lived.round === now?.round && OVER.includes(now.phase)) this.voidRound(now.void, false);
  }

  /** A revoked device is no longer accepted; asking for its rounds makes the browser forget it. */
  private async rejected(): Promise<void> {
    await api.seatRounds(this.info.table).catch(() => undefined);
  }
}
