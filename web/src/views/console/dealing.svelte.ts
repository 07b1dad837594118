/** A dealer at a table: its state, the orders given here, and the purpose of touches on the felt. */
import type { Pile } from "../../felt/piles";
import { coded, current, refusal } from "../../i18n/i18n.svelte";
import { amount, withCurrency } from "../../i18n/money";
import { Live, type Answer, type Terms } from "../../link/live.svelte";
import type { Lights } from "../../roads/roads";
import { lastThree, rollOf } from "../../dice/keys";
import { post, Refused } from "../../shared/api";
import { spotName } from "../../shared/names";
import { byTwo, gateOf, shutText, type OrderName } from "../../shared/gates";
import { actingRole, rolesText } from "../../shared/remedies";
import { slipOf, type Slip } from "../../slips/slips";
import { bell, say } from "../../sound/sound.svelte";
import type { Command, Felt, Me, Play, SeatView, SpotInfo, TableInfo, Voucher } from "../../wire";
import type { Act } from "./acts/act";
import { answeredBy, excesses, KEPT, sent, type GivenOrder } from "./orders";
import { Paying } from "./paying.svelte";
import { Picking, type Wanted } from "./picking.svelte";
import { commandFor, roundFor, stepStates } from "./steps";
import { w } from "./words";

/** The purpose of the next touch of a spot. */
export interface Aim {
  readonly title: string;
  readonly command: (spot: string) => Command;
  /** Only once, as for a moved wager. */
  readonly once: boolean;
  /** A second person must agree. */
  readonly two?: boolean;
}

/** The entry terminal, used for something other than the round's entry. */
export interface Reading {
  readonly title: string;
  readonly clause: string;
  readonly command: (keys: readonly number[]) => Command;
  readonly what: string;
  readonly two?: boolean;
  /** The roll that it replaces. */
  readonly old?: string;
}

const ENDED = ["session-idle", "session-unknown", "session-expired", "device-revoked", "device-unknown", "password-due", "caller-changed"];
const SHOWN_MS = 700;

export class Dealing {
  readonly live: Live;
  readonly spots: ReadonlyMap<string, SpotInfo>;
  readonly paying = new Paying();
  orders = $state.raw<readonly GivenOrder[]>([]);
  seat = $state(0);
  aim = $state.raw<Aim | null>(null);
  reading = $state.raw<Reading | null>(null);
  read = $state.raw<readonly number[]>([]);
  picking = $state.raw<Picking | null>(null);
  act = $state.raw<Act | null>(null);
  second = $state.raw<{ command: Command; what: string } | null>(null);
  voucher = $state.raw<Voucher | null>(null);
  /** The slip of the last accepted order, until it is dismissed. */
  slip = $state.raw<Slip | null>(null);
  /** The entry terminal of the closed table, for test rolls. */
  trying = $state(false);
  times = $state(0);
  call = $state("");
  private pressed = $state.raw<readonly number[] | null>(null);
  private standing = "";
  private phase = "";
  private round = 0;
  private roll = "";
  private count = 0;
  private presses = 0;

  constructor(
    readonly info: TableInfo,
    readonly felt: Felt,
    readonly play: Play,
    readonly lights: Lights,
    readonly who: Me,
    private readonly ended: (code: string) => void,
  ) {
    this.spots = new Map(felt.spots.map((spot) => [spot.id, spot]));
    this.times = play.tumbles_min;
    this.live = new Live(info.table, () => this.follow(), () => this.ended(""));
    this.live.start();
  }

  get table() {
    return this.live.table;
  }

  get staff() {
    return this.live.staff;
  }

  get chips(): boolean {
    return this.info.money === "chips";
  }

  get steps() {
    return stepStates(this.play.steps, this.table?.step ?? "");
  }

  get next() {
    return this.play.steps.find((one) => one.step === this.table?.step) ?? null;
  }

  /** Nothing for what people do without an order. */
  get nextGate() {
    const command = commandFor(this.next?.step ?? "", { times: this.times });
    return command ? gateOf(this.play, command) : undefined;
  }

  /** The equipment takes the next step. */
  get itself(): boolean {
    return this.nextGate?.by.join() === "automation";
  }

  /** The duties of a person here: those of their post, or else of their role. */
  get role() {
    return actingRole(this.who, this.staff);
  }

  /** A test roll is lit and must be judged. */
  get testing(): string {
    return this.staff?.opening.testing ?? "";
  }

  /** The next step is the first of a round: a key for the next step does not begin a round. */
  get begins(): boolean {
    return this.table?.phase === "idle";
  }

  get entering(): boolean {
    if (this.reading) return false;
    return this.table?.phase === "closed" ? this.trying && !this.testing : this.table?.step === "enter" && !this.itself;
  }

  /** The last three numbers: ours at once, then those of the table. */
  get window(): readonly number[] {
    if (this.reading) return this.read;
    return this.pressed ?? this.staff?.pressed ?? [];
  }

  /** In the words of the rulebook, once there are three numbers. */
  get wordsToCall(): string {
    if (this.table?.shown && !this.reading) return this.table.shown.call;
    return this.window.length === 3 ? (this.play.calls[rollOf(this.window)] ?? "") : "";
  }

  get lit(): readonly string[] {
    if (this.picking?.wanted.kind === "lit") return Object.keys(this.picking.spots);
    return this.testing ? (this.staff?.opening.lit ?? []) : (this.table?.shown?.lit ?? []);
  }

  get piles(): ReadonlyMap<string, Pile> {
    const { table, staff } = this;
    const settling = table?.phase === "settling";
    const piles = new Map<string, Pile>();
    if (this.picking?.wanted.kind === "stakes") {
      for (const [spot, amount] of Object.entries(this.picking.spots)) piles.set(spot, { amount, look: "staged" });
      return piles;
    }
    for (const [spot, total] of Object.entries(table?.boxes ?? {})) {
      const area = this.spots.get(spot)?.area ?? "";
      const lies = !settling || (table.shown?.lit.includes(spot) && area in (staff?.unpaid ?? {}));
      piles.set(spot, { amount: total, look: lies ? "accepted" : "swept" });
    }
    return piles;
  }

  /** The winners to be paid in chips, after collection and until they are paid. */
  get winners() {
    return (this.staff?.chips.payouts ?? []).filter((one) => one.amount > 0);
  }

  get excesses() {
    return excesses(this.staff?.excess ?? []);
  }

  get last(): GivenOrder | undefined {
    return this.orders[0];
  }

  /** Whether the order is for the role in which the person acts here. */
  may(order: OrderName): boolean {
    return gateOf(this.play, order)?.by.includes(this.role) ?? false;
  }

  /** Whether the table takes the order now, whoever gives it. */
  takes(order: OrderName): boolean {
    return !shutText(gateOf(this.play, order), this.table, this.staff);
  }

  /** Who gives the order and by which clause, in words. */
  whoGives(of: OrderName | Command): string {
    const gate = gateOf(this.play, of);
    return this.whoMay(gate?.by.filter((one) => one !== "player" && one !== "automation") ?? [], gate?.clause ?? "");
  }

  /** Why it cannot be given now, in words; empty if it can. */
  whyNot(of: OrderName | Command): string {
    const gate = gateOf(this.play, of);
    return gate && !gate.by.includes(this.role) ? this.whoGives(of) : shutText(gate, this.table, this.staff);
  }

  /** Who may do it and by which clause, in words. */
  whoMay(roles: readonly string[], clause: string): string {
    return w("who.may", { who: rolesText(roles) || (coded("role", "automation") ?? ""), clause: this.clause(clause) });
  }

  clause(number: string): string {
    return number ? w("clause", { clause: number }) : w("clause.none");
  }

  says(number: string): string {
    return this.play.clauses[number] ?? "";
  }

  money(minor: number): string {
    return amount(minor, this.info.currency, current());
  }

  cash(minor: number): string {
    return withCurrency(minor, this.info.currency, current());
  }

  nameOf(spot: string): string {
    const found = this.spots.get(spot);
    return found ? spotName(found) : spot;
  }

  seatView(number: number): SeatView | undefined {
    return this.staff?.seats.find((one) => one.seat === number);
  }

  /** Fixed before two people agree, because they approve one order: this id, in this round. */
  newTerms(command: Command): Terms {
    const { table } = this;
    return { id: this.live.newId(), round: roundFor(command, table?.phase ?? "", table?.round ?? 0), approvals: [] };
  }

  async give(command: Command, what: string, terms = this.newTerms(command)): Promise<Answer> {
    const made = sent(++this.count, what, command, Date.now());
    this.orders = [made, ...this.orders].slice(0, KEPT);
    const { answer } = this.live.give(command, terms);
    const said = await answer;
    this.orders = this.orders.map((one) => (one.key === made.key ? answeredBy(one, said) : one));
    if (said.is === "taken") {
      if (said.voucher) this.voucher = said.voucher;
      this.slip = slipOf(this.info.table, said, Date.now()) ?? this.slip;
    }
    if (said.is === "declined") this.declined(said.code, command, what);
    return said;
  }

  /** Whether the house says that this order takes two people. */
  takesTwo(command: Command): boolean {
    return byTwo(this.play, command, this.staff);
  }

  /** At once, or after a second person has agreed. `two`: a remedy takes them; who is alone in the house tries it anyway. */
  async giveBy(two: boolean, command: Command, what: string): Promise<Answer | null> {
    if (this.who.alone || !(two || this.takesTwo(command))) return this.give(command, what);
    this.second = { command, what };
    return null;
  }

  /** The player has the voucher that was printed here. */
  collectVoucher(): void {
    const { voucher } = this;
    if (!voucher) return;
    void this.give({ do: "collect-voucher", seat: voucher.seat, ending: voucher.number.slice(-4) }, w("seat.collected"));
    this.voucher = null;
  }

  /** The next step of the round. */
  step(): void {
    const { next, table } = this;
    if (!next || !table) return;
    if (next.step === "pay") return this.pay("", coded("step", next.step) ?? next.step);
    const command = commandFor(next.step, { times: this.times });
    if (command) void this.give(command, coded("step", next.step) ?? next.step);
  }

  /** Pay an area, or all that are left; in the chosen chips, or else as proposed. */
  pay(area: string, what: string): void {
    const payouts = this.paying.payouts(this.winners, area);
    void this.give({ do: "pay-area", ...(area ? { area } : {}), ...(payouts.length ? { payouts } : {}) }, what);
  }

  press(face: number): void {
    if (this.reading) {
      this.read = lastThree([...this.read, face]);
      return;
    }
    if (!this.entering) return;
    this.pressed = lastThree([...this.window, face]);
    const mine = ++this.presses;
    void this.give({ do: "press-button", face }, w("order.button", { face })).then((said) => {
      if (said.is === "declined") this.pressed = null;
      else setTimeout(() => mine === this.presses && (this.pressed = null), SHOWN_MS);
    });
  }

  enter(): void {
    const { reading } = this;
    if (!reading) {
      if (this.entering) void this.give({ do: "enter-roll" }, coded("step", "enter") ?? "");
      return;
    }
    if (this.read.length < 3) return;
    void this.giveBy(!!reading.two, reading.command(this.read), reading.what).then((said) => {
      if (said?.is !== "declined" || this.second) this.stopReading();
    });
  }

  startReading(reading: Reading): void {
    this.read = [];
    this.reading = reading;
  }

  stopReading(): void {
    this.reading = null;
  }

  /** Ask for spots on the felt. */
  pick(wanted: Wanted): void {
    this.aim = null;
    this.picking = new Picking(wanted, this.info.chips);
  }

  picked(): void {
    const { picking } = this;
    this.picking = null;
    if (picking) picking.wanted.done(picking.spots);
  }

  /** Cancel what was begun on the felt or on the entry terminal. */
  leave(): void {
    this.aim = this.picking = null;
    this.stopReading();
    this.trying = false;
  }

  get begun(): boolean {
    return !!this.aim || !!this.picking || !!this.reading || this.trying;
  }

  touch(spot: string): void {
    const { aim, picking } = this;
    if (picking) return picking.touch(spot);
    if (!aim) return;
    void this.giveBy(!!aim.two, aim.command(spot), `${aim.title} ${this.nameOf(spot)}`);
    if (aim.once) this.aim = null;
  }

  /** Since when a supervisor has been called here, 0 if not; until one acknowledges it. */
  get called_at(): number {
    return Date.parse(this.staff?.called ?? "") || 0;
  }

  callSupervisor(): void {
    if (this.called_at) return;
    void post(`/api/tables/${encodeURIComponent(this.info.table)}/call`).catch((error: unknown) => {
      if (error instanceof Refused && ENDED.includes(error.code)) this.ended(error.code);
    });
  }

  ring(): void {
    bell();
  }

  refusalText(order: GivenOrder): string {
    return refusal(order.code);
  }

  stop(): void {
    this.live.stop();
  }

  private declined(code: string, command: Command, what: string): void {
    if (ENDED.includes(code)) this.ended(code);
    if (code === "dual-control") this.second = { command, what };
  }

  /** Whether the dealer is still signed in. */
  checkSession(): void {
    this.ended("");
  }

  private follow(): void {
    const { table, staff, standing } = this.live;
    if (standing === "live" && this.standing !== "live" && !staff) this.checkSession();
    this.standing = standing;
    if (!table) return;
    if (table.round !== this.round) {
      this.round = table.round;
      this.times = this.play.tumbles_min;
      this.pressed = null;
      this.roll = "";
    }
    const from = this.phase;
    if (table.phase !== from) {
      this.phase = table.phase;
      this.paying.clear();
      this.turned(from, table.phase);
    }
    const { shown } = table;
    if (this.roll && shown && this.roll !== shown.roll && table.phase === "entered") this.amended(from, shown.call);
    this.roll = shown?.roll ?? "";
  }

  private amended(from: string, call: string): void {
    this.call = [from === "settling" ? w("undone") : "", w("amended"), call].filter(Boolean).join(" ");
    say(call, "en");
  }

  /** The words to say now, from the rulebook. */
  private turned(from: string, to: string): void {
    const { table, play } = this;
    if (!table) return;
    const isVoid = to === "idle" && table.void.number === table.round && table.round > 0;
    const words = to === "betting" ? play.phrases.open_bets : from === "betting" && !isVoid ? play.phrases.close_bets : isVoid ? play.phrases.void : to === "entered" ? (table.shown?.call ?? "") : "";
    if (to !== "betting") this.aim = null;
    if (from === "closed") this.trying = false;
    this.call = [from === "settling" && to === "entered" ? w("undone") : "", words || (coded("phase", to) ?? "")].filter(Boolean).join(" ");
    if (!from) return;
    if (from === "betting" && play.steps.find((one) => one.step === "close-bets")?.bell && !isVoid) this.ring();
    if (words) say(words, "en");
  }
}
