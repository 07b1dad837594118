/**
 * Every message between the server and a browser. Written by `make docs` from the Python types; do not edit.
 *
 * Money is in minor units. In what is sent, a field with `?` may be left out; in what is received, all are there.
 * Records that stand for a line of a long list are tuples. Times are in ISO 8601 and UTC, or, as a number, in
 * milliseconds since 1970.
 */

// taisai.wire.messages
// All messages on a socket, typed once: from clients and from the server.

/** The first message on every connection. `epoch` and `after` name the last message seen, so that only the gap is sent. */
export interface Join {
  readonly is: "join";
  readonly table: string;
  readonly epoch?: string;
  readonly after?: number;
}

/**
 * An order. `id` is chosen by the device, so that sending it again is safe; `round` is the round that the sender sees;
 * `approvals` are those of the other people, if two are needed.
 */
export interface Give {
  readonly is: "give";
  readonly id: string;
  readonly command: Command;
  readonly round?: number;
  readonly approvals?: readonly string[];
}

/** `at` comes back, so that a client can measure its delay. */
export interface Ping {
  readonly is: "ping";
  readonly at: number;
}

/** Everything that this client may see. `seat` is its own, `staff` is for staff. */
export interface View {
  readonly is: "view";
  readonly n: number;
  readonly at: number;
  readonly epoch: string;
  readonly table: TableView;
  readonly seat: SeatView | null;
  readonly staff: StaffView | null;
}

/** Ends the gap: all changes after the last one seen were sent before. The client's own seat is sent completely. */
export interface Resumed {
  readonly is: "resumed";
  readonly n: number;
  readonly at: number;
  readonly seat: SeatView | null;
  readonly staff: StaffView | null;
}

/** The changed fields of the table view; of `boxes` only the changed totals, 0 if nothing is left. */
export interface Change {
  readonly is: "change";
  readonly n: number;
  readonly at: number;
  readonly table: Partial<TableView>;
}

export interface SeatChange {
  readonly is: "seat";
  readonly n: number;
  readonly at: number;
  readonly seat: SeatView;
}

/** The changed fields of the staff view; of `seats` only the changed ones. */
export interface StaffChange {
  readonly is: "staff";
  readonly n: number;
  readonly at: number;
  readonly staff: Partial<StaffView>;
}

/**
 * The order is in the journal: `first` to `last` are its entries, the receipt. `credit` and `stakes` are those of its
 * seat, on its spots.
 */
export interface Taken {
  readonly is: "taken";
  readonly n: number;
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly events: readonly Event[];
  readonly credit: number;
  readonly stakes: Readonly<Record<string, number>>;
  readonly voucher: Voucher | null;
}

/** A refusal: nothing has changed. `id` is empty if the message could not be read. */
export interface Declined {
  readonly is: "declined";
  readonly n: number;
  readonly id: string;
  readonly code: string;
  readonly words: string;
  readonly value: string;
}

export interface Pong {
  readonly is: "pong";
  readonly n: number;
  readonly at: number;
  readonly sent: number;
}

/**
 * The table moves from one node of the house to another; a view follows on the same connection. Then send unanswered
 * orders again.
 */
export interface Moving {
  readonly is: "moving";
  readonly at: number;
}

// taisai.table.trades.betting
// Wagers while they are open: placed within the limits, moved, withdrawn.

export interface OpenBets {
  readonly do: "open-bets";
}

/**
 * `asked_by`: who asked staff to place it; the seat's player by default. `contribution`: the terminal's secret for the
 * throw, once a round, at an electronic table.
 */
export interface PlaceWager {
  readonly do: "place-wager";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly stack?: readonly number[];
  readonly asked_by?: string;
  readonly contribution?: string;
}

/** `reason` is required if staff move a wager that staff placed. */
export interface MoveWager {
  readonly do: "move-wager";
  readonly seat: number;
  readonly spot: string;
  readonly to: string;
  readonly stake: number;
  readonly reason?: string;
}

export interface WithdrawWager {
  readonly do: "withdraw-wager";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly reason?: string;
}

export interface BetsOpened {
  readonly is: "bets-opened";
  readonly round: number;
  readonly call: string;
}

/**
 * `stake` was accepted, `excess` was not. `placed_by` is the role that placed it; `asked_by` is who asked staff to.
 * `chips` of the stake, by kind, at tables with counted chips; none elsewhere.
 */
export interface WagerPlaced {
  readonly is: "wager-placed";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly excess: number;
  readonly placed_by: string;
  readonly asked_by: string;
  readonly chips: Readonly<Record<string, number>> | null;
}

/** `reason` and `second` if staff moved a wager that staff had placed. */
export interface WagerMoved {
  readonly is: "wager-moved";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly to: string;
  readonly stake: number;
  readonly cause: string;
  readonly reason: string;
  readonly second: string;
}

export interface WagerWithdrawn {
  readonly is: "wager-withdrawn";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly reason: string;
  readonly second: string;
}

// taisai.table.trades.boxes
// Drop boxes: two people exchange them, three count them without knowing the expected amount.

/** Two people put `box` on the table and remove the present one. An empty `box` only removes it. */
export interface ExchangeBox {
  readonly do: "exchange-box";
  readonly box?: string;
}

/**
 * What one person found in a removed box. Two people enter it, and neither sees the other's entry. The house adds the
 * `key` that hides it in the journal, and the `nonce` of that key.
 */
export interface EnterSoftCount {
  readonly do: "enter-soft-count";
  readonly box: string;
  readonly notes: Readonly<Record<string, number>>;
  readonly nonce?: string;
  readonly key?: string;
}

/** The third person of the count confirms it. `why` is the reason for disagreeing; then everything is counted again. */
export interface ConfirmSoftCount {
  readonly do: "confirm-soft-count";
  readonly box: string;
  readonly agrees?: boolean;
  readonly why?: string;
}

/** Someone who did not count explains why the contents differ from the record. */
export interface ApproveSoftCount {
  readonly do: "approve-soft-count";
  readonly box: string;
  readonly why: string;
}

/** From now on, cash for chips goes into this box. */
export interface BoxPlaced {
  readonly is: "box-placed";
  readonly box: string;
  readonly by: string;
  readonly second: string;
}

/** It does not state the expected contents: the people who count must not know. */
export interface BoxRemoved {
  readonly is: "box-removed";
  readonly box: string;
  readonly by: string;
  readonly second: string;
}

/**
 * What one person found, as a digest. Nobody can read or guess it before the second person has entered their count.
 * Its key belongs to `nonce`, which is new for each count.
 */
export interface SoftCountEntered {
  readonly is: "soft-count-entered";
  readonly box: string;
  readonly digest: string;
  readonly by: string;
  readonly nonce: string;
  readonly second: string;
}

/**
 * Two entries, by `by` and `second`, that agree. `variance` is what was found minus what was `expected`. With the
 * `key` anyone can check that both had entered this.
 */
export interface SoftCountMade {
  readonly is: "soft-count-made";
  readonly box: string;
  readonly notes: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly expected: number;
  readonly variance: number;
  readonly by: string;
  readonly second: string;
  readonly key: string;
}

/** The entries differ, or the third person disagrees and says `why`. Everything is counted again. */
export interface SoftCountSetAside {
  readonly is: "soft-count-set-aside";
  readonly box: string;
  readonly why: string;
  readonly by: string;
}

/** Confirmed by the third person of the count. Without a variance, the money goes to the cage. */
export interface SoftCountConfirmed {
  readonly is: "soft-count-confirmed";
  readonly box: string;
  readonly amount: number;
  readonly variance: number;
  readonly by: string;
  readonly second: string;
}

/** A variance with its explanation. The money found goes to the cage. */
export interface SoftCountApproved {
  readonly is: "soft-count-approved";
  readonly box: string;
  readonly amount: number;
  readonly variance: number;
  readonly why: string;
  readonly by: string;
  readonly second: string;
}

// taisai.table.trades.chips
// Players' chips: brought, changed, exchanged, coloured, written off and taken away.

/** A player puts value chips of the house on the table. */
export interface BringChips {
  readonly do: "bring-chips";
  readonly seat: number;
  readonly chips: Readonly<Record<string, number>>;
}

export interface ChangeCash {
  readonly do: "change-cash";
  readonly seat: number;
  readonly chips: readonly number[];
}

export interface AssignColour {
  readonly do: "assign-colour";
  readonly seat: number;
  readonly colour: string;
  readonly value: number;
}

/** Value chips one by one, and the number of chips of the seat's own colour. */
export interface ColourUp {
  readonly do: "colour-up";
  readonly seat: number;
  readonly given: readonly number[];
  readonly received: readonly number[];
  readonly colour_given?: number;
  readonly colour_received?: number;
}

/** Chips of the seat's colour that will not come back. */
export interface WriteOffColour {
  readonly do: "write-off-colour";
  readonly seat: number;
  readonly count: number;
  readonly why: string;
}

/** A player brought chips to the table. */
export interface ChipsBrought {
  readonly is: "chips-brought";
  readonly seat: number;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
}

/** A player left with chips, and the seat is empty. `chips` is empty if they were never counted. */
export interface ChipsTaken {
  readonly is: "chips-taken";
  readonly seat: number;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
}

/** `box` is the drop box that the cash went into. */
export interface CashChanged {
  readonly is: "cash-changed";
  readonly seat: number;
  readonly chips: readonly number[];
  readonly amount: number;
  readonly box: string;
}

export interface ColourAssigned {
  readonly is: "colour-assigned";
  readonly seat: number;
  readonly colour: string;
  readonly value: number;
}

/** Exchanged at the float for the same value; chips of the seat's own colour by number. */
export interface ChipsExchanged {
  readonly is: "chips-exchanged";
  readonly seat: number;
  readonly given: readonly number[];
  readonly received: readonly number[];
  readonly colour_given: number;
  readonly colour_received: number;
}

/** Chips of a colour that will not come back. They have no value any more. */
export interface ColourWrittenOff {
  readonly is: "colour-written-off";
  readonly seat: number;
  readonly colour: string;
  readonly count: number;
  readonly amount: number;
  readonly why: string;
  readonly second: string;
}

// taisai.table.trades.closing
// Closing wagers, and excess over the limits: found at closing, or noticed later.

export interface CloseBets {
  readonly do: "close-bets";
}

/** A wager that lay unnoticed on the layout at closing. Only its value counts now, not how the chips are stacked. */
export interface RecordUnnoticed {
  readonly do: "record-unnoticed";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
}

export interface ExcessRejected {
  readonly is: "excess-rejected";
  readonly round: number;
  readonly rejected: readonly Stake[];
  readonly clause: string;
}

export interface BetsClosed {
  readonly is: "bets-closed";
  readonly round: number;
  readonly call: string;
  readonly bell: boolean;
}

export interface UnnoticedRecorded {
  readonly is: "unnoticed-recorded";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly second: string;
}

// taisai.table.trades.correcting
// Corrections of settled rounds. They need two people.

/** The rounds with damaged dice, settled or not. */
export interface ReverseRounds {
  readonly do: "reverse-rounds";
  readonly rounds: readonly number[];
  readonly past?: readonly PastRound[];
}

/** Settle a round with a wrong entry again, by the `keys` of what the dice showed. */
export interface CorrectRound {
  readonly do: "correct-round";
  readonly number: number;
  readonly keys: readonly number[];
  readonly past?: readonly PastRound[];
}

/** Listed among void rounds, but already void. */
export interface RoundPassedOver {
  readonly is: "round-passed-over";
  readonly round: number;
  readonly trouble: Trouble;
}

export interface RoundCorrected {
  readonly is: "round-corrected";
  readonly round: number;
  readonly old: string;
  readonly roll: string;
  readonly clause: string;
  readonly awards: readonly Award[];
  readonly corrections: readonly Correction[];
  readonly second: string;
}

// taisai.table.parts
// What orders and events are made of: field types with their limits, and the values that several events tell.

/** Money of a seat on a spot. */
export type Stake = readonly [seat: number, spot: string, stake: number];

/** What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show. */
export type Award = readonly [seat: number, spot: string, stake: number, returned: number, refused: number];

/** What a seat gets or pays; `owed` is the part that its balance could not cover. */
export type Correction = readonly [seat: number, credited: number, debited: number, owed: number];

/** `chips` by kind, from one holder to another. */
export type Move = readonly [source: string, target: string, chips: Readonly<Record<string, number>>];

/** How a round was settled. The house looks it up if the table no longer keeps it. */
export interface PastRound {
  readonly number: number;
  readonly roll: string;
  readonly awards: readonly Award[];
  readonly void?: boolean;
}

// taisai.table.trades.counts
// Counts of the float: at the opening, at a change of dealer or supervisor, and at the closing.

/** What two people found in the float, by chip value. */
export interface CountFloat {
  readonly do: "count-float";
  readonly purpose: "change" | "closing" | "opening";
  readonly chips: Readonly<Record<string, number>>;
}

/** Only for the house: a new dealer or supervisor, if the settings require a count at a change. */
export interface NoteDuty {
  readonly do: "note-duty";
  readonly duty: "dealer" | "supervisor";
  readonly name: string;
}

/** A third person explains why the count differs from the expected amount. */
export interface ApproveCount {
  readonly do: "approve-count";
  readonly why: string;
}

/**
 * Counted by two people, `by` and `second`. `variance` is the value of `chips` minus `expected`. Nothing is expected
 * if there was no closing count yet.
 */
export interface FloatCounted {
  readonly is: "float-counted";
  readonly purpose: string;
  readonly chips: Readonly<Record<string, number>>;
  readonly expected: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly variance: number;
  readonly differs: boolean;
  readonly by: string;
  readonly second: string;
}

/**
 * A new dealer or supervisor. `count_due`: they relieved someone at an open table, so no round begins until the float
 * is counted.
 */
export interface DutyNoted {
  readonly is: "duty-noted";
  readonly duty: string;
  readonly name: string;
  readonly count_due: boolean;
}

/** An explained difference. From now on the float is what was counted. */
export interface CountApproved {
  readonly is: "count-approved";
  readonly purpose: string;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly variance: number;
  readonly why: string;
}

// taisai.table.trades.dice
// The dice of a round, from the tumble to the lit layout: tumbling, revealing, entering a roll, amending an entry.

export interface TumbleDice {
  readonly do: "tumble-dice";
  readonly times: number;
}

export interface RevealDice {
  readonly do: "reveal-dice";
  readonly flat?: boolean;
}

export interface PressButton {
  readonly do: "press-button";
  readonly face: number;
}

export interface EnterRoll {
  readonly do: "enter-roll";
}

/** `keys` are the three numbers pressed on the entry terminal. */
export interface AmendEntry {
  readonly do: "amend-entry";
  readonly keys: readonly number[];
}

export interface RoundBegun {
  readonly is: "round-begun";
  readonly round: number;
  readonly paytable: string;
  readonly fingerprint: string;
}

export interface DiceTumbled {
  readonly is: "dice-tumbled";
  readonly round: number;
  readonly times: number;
}

export interface DiceRevealed {
  readonly is: "dice-revealed";
  readonly round: number;
}

export interface RollEntered {
  readonly is: "roll-entered";
  readonly round: number;
  readonly roll: string;
  readonly call: string;
  readonly lit: readonly string[];
}

export interface EntryAmended {
  readonly is: "entry-amended";
  readonly round: number;
  readonly old: string;
  readonly roll: string;
  readonly call: string;
  readonly lit: readonly string[];
  readonly clause: string;
}

// taisai.table.trades.disputes
// Disputes: opened by players or staff, decided by the Shift Manager.

/** `evidence` is the journal's head at that time, which fixes what was known then. */
export interface OpenDispute {
  readonly do: "open-dispute";
  readonly seat: number;
  readonly about: number;
  readonly claim: string;
  readonly evidence?: string;
}

/** `amount` goes to the player, or comes from the player if negative. `seat` names the player if the dispute does not. */
export interface DecideDispute {
  readonly do: "decide-dispute";
  readonly dispute: number;
  readonly reason: string;
  readonly amount?: number;
  readonly seat?: number;
}

export interface DisputeOpened {
  readonly is: "dispute-opened";
  readonly dispute: number;
  readonly seat: number;
  readonly about: number;
  readonly claim: string;
  readonly evidence: string;
}

export interface DisputeDecided {
  readonly is: "dispute-decided";
  readonly dispute: number;
  readonly reason: string;
  readonly second: string;
  readonly corrections: readonly Correction[];
}

// taisai.table.trades.limiting
// Table limits: which ones the rulebook has, and which must be on display before opening.

export interface ChangeLimits {
  readonly do: "change-limits";
  readonly limits: readonly LimitRuleSent[];
}

export interface LimitsChanged {
  readonly is: "limits-changed";
  readonly old: readonly LimitRule[];
  readonly new: readonly LimitRule[];
  readonly second: string;
}

// taisai.table.limits
// Stake limits: the minimum per wager, the maximum per box or per player, the Differential and the house's cap.

/** For the spots of one area, or for all where `area` is empty. Nothing is limited by a 0 but the minimum. */
export interface LimitRule {
  readonly area: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly differential: number;
  readonly exposure: number;
  readonly scope: "" | "box" | "player";
}

/** For the spots of one area, or for all where `area` is empty. Nothing is limited by a 0 but the minimum. */
export interface LimitRuleSent {
  readonly area?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly differential?: number;
  readonly exposure?: number;
  readonly scope?: "" | "box" | "player";
}

// taisai.table.trades.money
// Credits: buying in, vouchers, and what players owe.

/**
 * `voucher` is the number that the holder types; the house replaces it by its digest. `issued_elsewhere`: the table
 * that issued it promised it to this order, for this amount. `carried` are the player's own limits from there.
 */
export interface BuyIn {
  readonly do: "buy-in";
  readonly seat: number;
  readonly amount?: number;
  readonly voucher?: string;
  readonly issued_elsewhere?: boolean;
  readonly carried?: CarriedSent | null;
}

/**
 * `voucher` is its number, which the house creates if it is empty. The table gets only the digest, its `ending` and
 * the time when it `expires`.
 */
export interface CashOut {
  readonly do: "cash-out";
  readonly seat: number;
  readonly voucher?: string;
  readonly ending?: string;
  readonly expires?: string;
}

/** The player took the voucher from the printer. Only now the seat's meter moves. */
export interface CollectVoucher {
  readonly do: "collect-voucher";
  readonly seat: number;
  readonly ending: string;
}

/**
 * The voucher was not printed: nobody can redeem it, and the amount returns to the credit. `procedure` says what was
 * found and done.
 */
export interface CancelVoucher {
  readonly do: "cancel-voucher";
  readonly seat: number;
  readonly ending: string;
  readonly procedure: string;
}

/** The player pays staff in cash what a correction could not debit. */
export interface PayOwed {
  readonly do: "pay-owed";
  readonly seat: number;
  readonly amount: number;
}

/**
 * `voucher` is the digest of the redeemed voucher's number, empty for cash. `carried` are the player's own limits, if
 * another table issued it.
 */
export interface CreditBought {
  readonly is: "credit-bought";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly carried: Carried | null;
}

/** The meter moves with `voucher-collected`. `carried` are the player's own limits, for the table that redeems it. */
export interface VoucherIssued {
  readonly is: "voucher-issued";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
  readonly expires: string;
  readonly second: string;
  readonly carried: Carried | null;
}

export interface VoucherCollected {
  readonly is: "voucher-collected";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
}

export interface VoucherCancelled {
  readonly is: "voucher-cancelled";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
  readonly procedure: string;
  readonly second: string;
}

/** Paid in cash, which no seat held before. */
export interface OwedPaid {
  readonly is: "owed-paid";
  readonly seat: number;
  readonly amount: number;
  readonly second: string;
}

// taisai.table.own_limits
// Players' own limits, by seat. A stricter limit applies at once, a looser one only after a delay.

export type OwnLimit = "loss" | "stake" | "time";

/** Asked for and not yet in force: an amount or minutes, `NO_LIMIT` for none any more; `due` is when. */
export interface Looser {
  readonly amount: number;
  readonly due: string;
}

/**
 * `stake_most` is the most in a round, 0 for no limit. After `time_until` no wager is taken: `time_over` says that it
 * came. `asked` are looser limits by name. Until `break_until` the seat rests. The loss limit is the seat's
 * `loss_floor`.
 */
export interface Own {
  readonly stake_most: number;
  readonly time_until: string;
  readonly time_over: boolean;
  readonly asked: Readonly<Record<string, Looser>>;
  readonly break_until: string;
}

/**
 * `stake_most` is the most in a round, 0 for no limit. After `time_until` no wager is taken: `time_over` says that it
 * came. `asked` are looser limits by name. Until `break_until` the seat rests. The loss limit is the seat's
 * `loss_floor`.
 */
export interface OwnSent {
  readonly stake_most?: number;
  readonly time_until?: string;
  readonly time_over?: boolean;
  readonly asked?: Readonly<Record<string, Looser>>;
  readonly break_until?: string;
}

/**
 * What goes with a voucher, so that nobody loosens a limit by cashing out: `loss_left` is `NO_LIMIT` where no loss was
 * limited.
 */
export interface Carried {
  readonly loss_left: number;
  readonly own: Own;
}

/**
 * What goes with a voucher, so that nobody loosens a limit by cashing out: `loss_left` is `NO_LIMIT` where no loss was
 * limited.
 */
export interface CarriedSent {
  readonly loss_left: number;
  readonly own: OwnSent;
}

// taisai.table.trades.moved
// Misplaced wagers: moved after closing, put back, or touching a line.

/** A wager that moved after wagers closed; `cause` is what moved it. */
export interface RecordMoved {
  readonly do: "record-moved";
  readonly seat: number;
  readonly spot: string;
  readonly to: string;
  readonly stake: number;
  readonly cause: string;
}

export interface MoveWagerBack {
  readonly do: "move-wager-back";
  readonly seat: number;
  readonly spot: string;
  readonly to: string;
  readonly stake: number;
  readonly cause: string;
  readonly reason?: string;
}

/** A wager that touches the line of its spot: it counts there, or goes back. */
export interface JudgeLine {
  readonly do: "judge-line";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly counts: boolean;
  readonly reason: string;
}

/**
 * A wager found elsewhere after wagers closed. Its new place counts only if `counts`. `second` agreed if staff had
 * placed it.
 */
export interface WagerShifted {
  readonly is: "wager-shifted";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly to: string;
  readonly stake: number;
  readonly cause: string;
  readonly counts: boolean;
  readonly clause: string;
  readonly second: string;
}

/** A wager on the line: it counts on its spot, or its stake goes back. */
export interface LineJudged {
  readonly is: "line-judged";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly counts: boolean;
  readonly reason: string;
  readonly second: string;
  readonly clause: string;
}

// taisai.table.trades.opening
// Opening and closing a table: the rulebook's checks, test rolls that a supervisor judges, limits on display.

/** One of the rulebook's checks before opening. `why` is the reason if it failed. */
export interface RecordCheck {
  readonly do: "record-check";
  readonly check: string;
  readonly passed?: boolean;
  readonly why?: string;
}

/** A supervisor's verdict on the lights of a test roll. `why` says what was wrong. */
export interface JudgeTest {
  readonly do: "judge-test";
  readonly right: boolean;
  readonly why?: string;
}

/** At a table with chips, the float must be counted first. */
export interface OpenTable {
  readonly do: "open-table";
}

export interface CloseTable {
  readonly do: "close-table";
}

/**
 * `wins` is the whole pay table: spot, roll, odds to one. `multipliers` is what is drawn with the throw, if anything;
 * `commissions` is what is kept of a spot's winnings, if that is rounded.
 */
export interface TableInstalled {
  readonly is: "table-installed";
  readonly table: string;
  readonly book: string;
  readonly paytable: string;
  readonly fingerprint: string;
  readonly wins: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly currency: string;
  readonly money: string;
  readonly seats: number;
  readonly automation: readonly string[];
  readonly chips: readonly number[];
  readonly limits: readonly LimitRule[];
  readonly multipliers: Multipliers;
  readonly commissions: Readonly<Record<string, Commission>>;
}

/** Who may press keys and enter rolls from now on, and how many tumbles are valid: outsiders check rolls by this. */
export interface RulesStated {
  readonly is: "rules-stated";
  readonly tumbles_min: number;
  readonly enter: readonly string[];
  readonly amend: readonly string[];
  readonly correct: readonly string[];
}

export interface CheckRecorded {
  readonly is: "check-recorded";
  readonly check: string;
  readonly passed: boolean;
  readonly why: string;
}

/** On a closed table: the layout is lit for it. */
export interface TestRollEntered {
  readonly is: "test-roll-entered";
  readonly roll: string;
  readonly lit: readonly string[];
}

/** The supervisor's verdict: whether the layout was lit correctly. */
export interface TestRollJudged {
  readonly is: "test-roll-judged";
  readonly roll: string;
  readonly right: boolean;
  readonly why: string;
}

export interface TableOpened {
  readonly is: "table-opened";
  readonly opening_float: number;
}

/**
 * The win is closing float, credits and drop, minus opening float and fills. The drop stays in its boxes until they
 * are counted.
 */
export interface TableClosed {
  readonly is: "table-closed";
  readonly opening_float: number;
  readonly fills: number;
  readonly credits: number;
  readonly drop: number;
  readonly closing_float: number;
  readonly win: number;
}

// taisai.table.trades.own_limits
// Players' own limits. Only the player sets them, and no limit is loosened at once.

/** A stricter limit applies at once, a looser one when it is `due`. */
export interface LimitLoss {
  readonly do: "limit-loss";
  readonly seat: number;
  readonly amount: number;
  readonly due?: string;
}

/** The most in a round, over all spots. A stricter limit applies at once, a looser one when it is `due`. */
export interface LimitStake {
  readonly do: "limit-stake";
  readonly seat: number;
  readonly amount: number;
  readonly due?: string;
}

/** Wagers for so many minutes from now. An earlier end applies at once, a later one when it is `due`. */
export interface LimitTime {
  readonly do: "limit-time";
  readonly seat: number;
  readonly minutes: number;
  readonly until?: string;
  readonly due?: string;
}

/** Removes the limit when it is `due`. */
export interface LiftLimit {
  readonly do: "lift-limit";
  readonly seat: number;
  readonly limit: OwnLimit;
  readonly due?: string;
}

/** Only for the house: a requested looser limit is due. */
export interface LoosenLimit {
  readonly do: "loosen-limit";
  readonly seat: number;
  readonly limit: OwnLimit;
}

/** Only for the house: the player's own time limit is reached. */
export interface EndPlay {
  readonly do: "end-play";
  readonly seat: number;
}

/** No wagers and no money at this seat for so many minutes. */
export interface TakeBreak {
  readonly do: "take-break";
  readonly seat: number;
  readonly minutes: number;
  readonly until?: string;
}

/** By the house when the break is over, or by staff at a seat without money. */
export interface EndBreak {
  readonly do: "end-break";
  readonly seat: number;
}

/** Wagers must not reduce the seat's credit below `floor`; added credit raises it. */
export interface LossLimited {
  readonly is: "loss-limited";
  readonly seat: number;
  readonly amount: number;
  readonly floor: number;
}

export interface StakeLimited {
  readonly is: "stake-limited";
  readonly seat: number;
  readonly amount: number;
}

export interface TimeLimited {
  readonly is: "time-limited";
  readonly seat: number;
  readonly minutes: number;
  readonly until: string;
}

/** Requested, not yet in force. `amount` is -1 to remove the limit; for the time limit it is in minutes. */
export interface LooserAsked {
  readonly is: "looser-asked";
  readonly seat: number;
  readonly limit: OwnLimit;
  readonly amount: number;
  readonly due: string;
}

export interface LimitLifted {
  readonly is: "limit-lifted";
  readonly seat: number;
  readonly limit: OwnLimit;
}

/** The player's own time limit is reached. */
export interface PlayEnded {
  readonly is: "play-ended";
  readonly seat: number;
}

export interface BreakTaken {
  readonly is: "break-taken";
  readonly seat: number;
  readonly minutes: number;
  readonly until: string;
}

export interface BreakEnded {
  readonly is: "break-ended";
  readonly seat: number;
}

// taisai.table.trades.posts
// Posts: a person who is assigned to a post has its rights, and no others.

/** `name` acts in the post from now on; an empty post ends this. */
export interface AssignPost {
  readonly do: "assign-post";
  readonly name: string;
  readonly post?: string;
}

/** The person acts in this post, and in no other role. An empty post ends it. */
export interface PostAssigned {
  readonly is: "post-assigned";
  readonly name: string;
  readonly post: string;
}

// taisai.table.trades.promises
// Vouchers that another table redeems: the table that issued one promises it first, and knows the end of it last.

/**
 * Only for the house: a seat of another table redeems this table's voucher, named by its digest. `amount` is 0 if the
 * holder did not say it. `after` is the newest entry there.
 */
export interface PromiseVoucher {
  readonly do: "promise-voucher";
  readonly voucher: string;
  readonly amount: number;
  readonly promise: string;
  readonly table: string;
  readonly seat: number;
  readonly after: number;
}

/** Only for the house: the other table did not redeem the voucher and never will by this promise. */
export interface ReleaseVoucher {
  readonly do: "release-voucher";
  readonly voucher: string;
  readonly promise: string;
}

/** Only for the house: the other table redeemed the voucher by this promise. */
export interface NoteRedeemed {
  readonly do: "note-redeemed";
  readonly voucher: string;
  readonly promise: string;
}

/**
 * What the other table needs to redeem this table's voucher, and nobody else's word: for `by_seat` of `table`, whose
 * entries beyond `after` say whether it did. `promise` names this very promise.
 */
export interface VoucherPromised {
  readonly is: "voucher-promised";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
  readonly promise: string;
  readonly table: string;
  readonly by_seat: number;
  readonly after: number;
  readonly expires: string;
  readonly carried: Carried | null;
}

/** The other table did not redeem the voucher, which is outstanding as before. */
export interface VoucherReleased {
  readonly is: "voucher-released";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
  readonly promise: string;
}

/** Another table redeemed this table's voucher. That table's `credit-bought` moves the money. */
export interface VoucherRedeemed {
  readonly is: "voucher-redeemed";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
}

// taisai.table.trades.seats
// Seats: players who leave, locked seats, failed terminals.

/** `chips` are those that the player takes, as staff see them; by default those on record. */
export interface LeaveSeat {
  readonly do: "leave-seat";
  readonly seat: number;
  readonly chips?: Readonly<Record<string, number>>;
}

/** No wagers or cash-outs at this seat until staff release it. `amount` is what they pay by hand. */
export interface LockSeat {
  readonly do: "lock-seat";
  readonly seat: number;
  readonly cause: string;
  readonly amount?: number;
}

/** `paid` is what staff paid by hand; it is deducted from the credit. */
export interface ReleaseSeat {
  readonly do: "release-seat";
  readonly seat: number;
  readonly procedure: string;
  readonly paid?: number;
}

export interface ReportTerminal {
  readonly do: "report-terminal";
  readonly seat: number;
  readonly unregistered?: Readonly<Record<string, number>>;
}

export interface MendTerminal {
  readonly do: "mend-terminal";
  readonly seat: number;
  readonly procedure: string;
}

export interface SeatLeft {
  readonly is: "seat-left";
  readonly seat: number;
}

export interface SeatLocked {
  readonly is: "seat-locked";
  readonly seat: number;
  readonly cause: string;
  readonly amount: number;
}

/** `paid` was paid by hand and deducted from the credit. */
export interface SeatReleased {
  readonly is: "seat-released";
  readonly seat: number;
  readonly procedure: string;
  readonly paid: number;
  readonly second: string;
}

export interface TerminalFailed {
  readonly is: "terminal-failed";
  readonly seat: number;
  readonly clause: string;
  readonly unregistered: Readonly<Record<string, number>>;
}

export interface TerminalMended {
  readonly is: "terminal-mended";
  readonly seat: number;
  readonly procedure: string;
}

// taisai.table.trades.settling
// Settlement: collect losers, pay winners area by area, and calculate the awards.

export interface CollectLosers {
  readonly do: "collect-losers";
}

/** An empty `area` pays all that are left. A payout that `payouts` does not name is in the fewest chips. */
export interface PayArea {
  readonly do: "pay-area";
  readonly area?: string;
  readonly payouts?: readonly Payout[];
}

/**
 * Losing stakes leave the layout and refused parts go back. `winners`, by area, are due for payment. `chips` are those
 * of all losing stakes together, which go to the float. If there are none and chips are counted, `chips-moved`
 * follows.
 */
export interface LosersCollected {
  readonly is: "losers-collected";
  readonly round: number;
  readonly roll: string;
  readonly lost: readonly Award[];
  readonly winners: Readonly<Record<string, readonly Award[]>>;
  readonly overflow: number;
  readonly chips: Readonly<Record<string, number>> | null;
}

/**
 * `chips` are what the float pays for each award in addition to the stake, whose own chips go back to the rack. If a
 * stake comes back only in part, its chips go to the float. If there are no `chips` and chips are counted, `chips-
 * moved` follows.
 */
export interface AreaPaid {
  readonly is: "area-paid";
  readonly round: number;
  readonly area: string;
  readonly awards: readonly Award[];
  readonly chips: readonly (Readonly<Record<string, number>>)[] | null;
}

export interface RoundSettled {
  readonly is: "round-settled";
  readonly round: number;
  readonly roll: string;
}

/**
 * Undone while winners were being paid: collected and paid stakes are on the layout again, `restored` in total, and
 * payments are taken back.
 */
export interface SettlementUndone {
  readonly is: "settlement-undone";
  readonly round: number;
  readonly restored: number;
  readonly corrections: readonly Correction[];
}

// taisai.table.trades.payouts
// The chips of a settlement: those of losing stakes, and those that winners are paid, few or as the dealer chooses.

/** The chips, by kind, that the dealer chooses for one wager's winnings. */
export interface Payout {
  readonly seat: number;
  readonly spot: string;
  readonly chips: Readonly<Record<string, number>>;
}

/** The proposed payout of one winning wager. `chips` is empty if the float cannot make the amount. */
export interface Proposal {
  readonly area: string;
  readonly seat: number;
  readonly spot: string;
  readonly amount: number;
  readonly chips: Readonly<Record<string, number>>;
}

// taisai.table.trades.slips
// Fills and credits: chips between a table and the cage. Nobody handles the same chips twice.

/** A fill brings chips to the table; a credit takes them to the cage. */
export interface RequestSlip {
  readonly do: "request-slip";
  readonly kind: "credit" | "fill";
  readonly chips: Readonly<Record<string, number>>;
}

/** The chips are counted at their origin. */
export interface PrepareSlip {
  readonly do: "prepare-slip";
  readonly slip: number;
}

export interface CarrySlip {
  readonly do: "carry-slip";
  readonly slip: number;
}

/** Two people count and sign on arrival. */
export interface ReceiveSlip {
  readonly do: "receive-slip";
  readonly slip: number;
}

/** The number is not reused. */
export interface VoidSlip {
  readonly do: "void-slip";
  readonly slip: number;
  readonly why: string;
}

/** `kind` is fill, from the cage to the table, or credit, from the table to the cage. Numbers are never reused. */
export interface SlipRequested {
  readonly is: "slip-requested";
  readonly slip: number;
  readonly kind: string;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly by: string;
}

export interface SlipPrepared {
  readonly is: "slip-prepared";
  readonly slip: number;
  readonly by: string;
}

export interface SlipCarried {
  readonly is: "slip-carried";
  readonly slip: number;
  readonly by: string;
}

/** Both people have counted and signed. Only now the float changes. */
export interface SlipReceived {
  readonly is: "slip-received";
  readonly slip: number;
  readonly by: string;
  readonly second: string;
}

export interface SlipVoided {
  readonly is: "slip-voided";
  readonly slip: number;
  readonly why: string;
  readonly by: string;
  readonly second: string;
}

export interface FloatFilled {
  readonly is: "float-filled";
  readonly chips: readonly number[];
  readonly amount: number;
}

export interface FloatCredited {
  readonly is: "float-credited";
  readonly chips: readonly number[];
  readonly amount: number;
}

// taisai.table.trades.throws
// Throws that nobody can choose. The tumbler commits itself to a chain of seeds before the rounds begin. Terminals add
// their own random values, and a public beacon may add its own: chosen between rounds, named before wagers open. The
// seed is revealed when the dice are uncovered. The caller and `taisai verify` check that a beacon's value is
// authentic, because that needs pairing cryptography.

/** The tumbler commits itself to the seeds of its next `length` rounds, by the end of their chain. */
export interface ChainSeeds {
  readonly do: "chain-seeds";
  readonly end: string;
  readonly length: number;
}

/** The next seed of the chain is for the next round. `kept` is the seed, readable only by the house. */
export interface CommitSeed {
  readonly do: "commit-seed";
  readonly kept?: string;
}

/** From now on each round names a round of this public beacon before wagers open. An empty chain ends this. */
export interface ChooseBeacon {
  readonly do: "choose-beacon";
  readonly chain?: string;
  readonly public_key?: string;
  readonly period_s?: number;
  readonly genesis_s?: number;
  readonly group?: string;
  readonly name?: string;
}

/** The throw of the next round will use what the beacon publishes in its round `beacon`. */
export interface NameBeacon {
  readonly do: "name-beacon";
  readonly beacon: number;
}

/**
 * The seed, so that anyone can calculate the throw. Once the dice are uncovered it enters the roll. `signature` is
 * what the beacon published for the named round, if any.
 */
export interface RevealSeed {
  readonly do: "reveal-seed";
  readonly number: number;
  readonly seed: string;
  readonly signature?: string;
}

/** A chain of `length` seeds for the next rounds. Each seed hashes to the one before, the first to `end`. */
export interface SeedsChained {
  readonly is: "seeds-chained";
  readonly end: string;
  readonly length: number;
}

/** Recorded before a round begins. `commitment` is the hash of its seed; `link` is the seed's place in the chain. */
export interface SeedCommitted {
  readonly is: "seed-committed";
  readonly round: number;
  readonly link: number;
  readonly commitment: string;
  readonly kept: string;
}

/**
 * From now on each round names a round of this beacon before wagers open; if all fields are empty, none does. `chain`
 * is the hash of the other fields, as drand calculates it.
 */
export interface BeaconChosen {
  readonly is: "beacon-chosen";
  readonly chain: string;
  readonly public_key: string;
  readonly period_s: number;
  readonly genesis_s: number;
  readonly group: string;
  readonly name: string;
}

/** Recorded before wagers open: the throw will use what the beacon publishes in its round `beacon`. */
export interface BeaconNamed {
  readonly is: "beacon-named";
  readonly round: number;
  readonly beacon: number;
}

/** A terminal's contribution to the throw. */
export interface ContributionGiven {
  readonly is: "contribution-given";
  readonly round: number;
  readonly seat: number;
  readonly contribution: string;
}

/**
 * `throw` is the dice in the order in which they fell, from the seed and all `contributions` in ascending order: this
 * entry is enough to calculate it. It is empty for a round without a roll. If a `beacon` round was named, the throw
 * also uses the hash of its `signature`.
 */
export interface SeedRevealed {
  readonly is: "seed-revealed";
  readonly round: number;
  readonly seed: string;
  readonly throw: string;
  readonly contributions: readonly string[];
  readonly beacon: number;
  readonly signature: string;
}

/** The multipliers of the struck spots. They follow from the entry that reveals the seed. */
export interface MultipliersDrawn {
  readonly is: "multipliers-drawn";
  readonly round: number;
  readonly struck: Readonly<Record<string, number>>;
}

// taisai.table.trades.tips
// Tips, if the house allows them: from a player's chips to the tip box, and from there to the cage.

/** A player's value chips go into the tip box. */
export interface GiveTip {
  readonly do: "give-tip";
  readonly seat: number;
  readonly chips: Readonly<Record<string, number>>;
}

/** Two people have counted the tip box; all of it goes to the cage. */
export interface TakeTips {
  readonly do: "take-tips";
  readonly chips: Readonly<Record<string, number>>;
}

/** Whether the settings allow tips from now on. Before the first such event, no tips are allowed. */
export interface TipsStated {
  readonly is: "tips-stated";
  readonly allowed: boolean;
}

export interface TipGiven {
  readonly is: "tip-given";
  readonly seat: number;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
}

/** The tips go to the cage, counted by both people. */
export interface TipsTaken {
  readonly is: "tips-taken";
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly by: string;
  readonly second: string;
}

// taisai.table.trades.troubles
// Equipment failures and interruptions. The dice decide the round, from their single source.

/**
 * An equipment failure: a malfunction, or wrong lights. `lit` are the spots that were actually lit; `dice` is what the
 * dice show, recorded separately from the entry.
 */
export interface ReportTrouble {
  readonly do: "report-trouble";
  readonly trouble: Trouble;
  readonly note?: string;
  readonly lit?: readonly string[];
  readonly dice?: readonly number[];
}

/** Only for the house: a round failed its checks. */
export interface StopTable {
  readonly do: "stop-table";
  readonly why: string;
}

export interface ClearTrouble {
  readonly do: "clear-trouble";
  readonly procedure: string;
}

/**
 * Continue after an interruption. `disturbed`: the covered dice have moved. A `roll` is always refused: rolls come
 * from the entry terminal or the commitment.
 */
export interface Resume {
  readonly do: "resume";
  readonly roll?: string;
  readonly disturbed?: boolean;
}

/** `lit` is what was actually lit; `dice` is what they show, recorded separately from the entry. */
export interface TroubleReported {
  readonly is: "trouble-reported";
  readonly trouble: Trouble;
  readonly clause: string;
  readonly stops: boolean;
  readonly note: string;
  readonly lit: readonly string[];
  readonly dice: string;
}

export interface TroubleCleared {
  readonly is: "trouble-cleared";
  readonly procedure: string;
}

// taisai.rules.vocabulary
// The closed sets of terms that rulebooks use for people, steps, acts and irregularities.

export type Role = 
  | "player"
  | "dealer"
  | "game-supervisor"
  | "casino-supervisor"
  | "pit-manager"
  | "shift-manager"
  | "auditor"
  | "technician"
  | "automation";

/** The irregularities that a rulebook may cover. */
export type Trouble = 
  | "dice-not-flat"
  | "tumbles-too-few"
  | "tumbler-fault"
  | "tumbler-not-activated"
  | "dice-exposed"
  | "dice-damaged"
  | "entry-wrong"
  | "layout-lit-wrong"
  | "malfunction"
  | "interruption"
  | "terminal-failed"
  | "wager-moved"
  | "line-touched"
  | "maximum-exceeded"
  | "minimum-missed"
  | "wager-late"
  | "player-gone"
  | "error-found-late"
  | "display-wrong"
  | "uncovered";

// taisai.table.trades.void
// Void rounds: every stake goes back, even after collection and payment.

export interface VoidRound {
  readonly do: "void-round";
  readonly trouble: Trouble;
  readonly announced?: boolean;
}

/** `returned` went back from the layout; `corrections` reversed collections and payments; `staked` is the total. */
export interface RoundVoided {
  readonly is: "round-voided";
  readonly round: number;
  readonly trouble: Trouble;
  readonly clause: string;
  readonly announced: boolean;
  readonly call: string;
  readonly returned: readonly Stake[];
  readonly corrections: readonly Correction[];
  readonly staked: number;
}

export interface RoundReversed {
  readonly is: "round-reversed";
  readonly round: number;
  readonly trouble: Trouble;
  readonly clause: string;
  readonly corrections: readonly Correction[];
  readonly second: string;
}

// taisai.wire.bodies
// Requests and answers over HTTP, typed once.

/** Why a request was refused: a code that never changes its meaning, words, and the offending value. */
export interface Refusal {
  readonly code: string;
  readonly words: string;
  readonly value: string;
}

/** `ready`: every journal can be written. */
export interface Health {
  readonly ready: boolean;
  readonly version: string;
  readonly uptime_s: number;
  readonly down: Readonly<Record<string, string>>;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
}

/** `present` is the present password, or the one-time code. */
export interface NewPassword {
  readonly name: string;
  readonly present: string;
  readonly password: string;
}

export interface NewPin {
  readonly password: string;
  readonly pin: string;
}

export interface Pin {
  readonly pin: string;
}

/**
 * `idle_s`: the session goes to sleep in so many seconds unless there is activity, 0 for none; this request does not
 * count as activity. `asleep`: nobody is signed in until a PIN wakes the session. `alone`: a manager who acts alone,
 * because nobody could be the second person yet. `help` is the problem-gambling helpline; `reality_minutes` is how
 * often a player sees a summary of the session. `by_pin`: a dealer who took over by PIN, at this console and only for
 * dealing. `build` is the version with the digest of its files, for staff.
 */
export interface Me {
  readonly name: string;
  readonly role: Role;
  readonly rights: readonly Right[];
  readonly must_change_password: boolean;
  readonly device: Device | null;
  readonly demo: boolean;
  readonly idle_s: number;
  readonly asleep: boolean;
  readonly alone: boolean;
  readonly help: string;
  readonly reality_minutes: number;
  readonly by_pin: boolean;
  readonly build: string;
}

export interface NewPerson {
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
}

export interface NewRole {
  readonly role: Role;
}

/** Shown once. */
export interface Code {
  readonly code: string;
}

/** By name, as many as fit into an answer. If there is `more`, ask again after the last one. */
export interface Staff {
  readonly staff: readonly Listed[];
  readonly more: boolean;
}

export interface Rights {
  readonly rights: Readonly<Record<Right, readonly Role[]>>;
}

export interface Invitation {
  readonly kind: DeviceKind;
  readonly table?: string;
  readonly seat?: number;
  readonly label?: string;
}

export interface Enrolment {
  readonly code: string;
}

export interface Enrolled {
  readonly device: Device;
}

/** By number, as many as fit into an answer. If there is `more`, ask again after the id of the last one. */
export interface Devices {
  readonly devices: readonly Device[];
  readonly more: boolean;
}

/**
 * Sent by the person who approves an order, with PIN or password: `giver` is about to give `command` at `table` in
 * `round` with the id `id`. The `approval` is valid for that order, once, within a minute.
 */
export interface Approval {
  readonly name: string;
  readonly table: string;
  readonly giver: string;
  readonly id: string;
  readonly round: number;
  readonly command: Command;
  readonly pin?: string;
  readonly password?: string;
}

/**
 * Sent by a person who approves a request that needs two people: `giver` is about to send `body`, empty if there is
 * none, to `path`. Both approvals go with it, once, within a minute, in the header X-Taisai-Approvals: the id, then
 * the two, separated by spaces.
 */
export interface ActApproval {
  readonly name: string;
  readonly giver: string;
  readonly id: string;
  readonly method: "DELETE" | "POST";
  readonly path: string;
  readonly body?: Readonly<Record<string, string | number>>;
  readonly pin?: string;
  readonly password?: string;
}

export interface Approved {
  readonly approval: string;
}

/**
 * A table in the lobby. `window_s` is how long wagers stay open, 0 if a person closes them; `faces` is what its dice
 * show instead of pips, if anything.
 */
export interface TableInfo {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly document: string;
  readonly paytable: string;
  readonly fingerprint: string;
  readonly currency: string;
  readonly money: string;
  readonly seats: number;
  readonly electronic: boolean;
  readonly chips: readonly number[];
  readonly limits: readonly LimitRule[];
  readonly phase: string;
  readonly round: number;
  readonly recent: readonly Past[];
  readonly trouble: string;
  readonly window_s: number;
  readonly faces: readonly FaceInfo[];
}

/** `shut` are tables that stay closed because their rulebook cannot be read. */
export interface Tables {
  readonly house: string;
  readonly demo: boolean;
  readonly help: string;
  readonly tables: readonly TableInfo[];
  readonly shut: readonly ShutTable[];
}

export interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly words: string;
  readonly event: Event;
}

/** `dealt_by` are all people who took a step of the round, in order. */
export interface Recalled {
  readonly table: string;
  readonly round: number;
  readonly entries: readonly Entry[];
  readonly dealt_by: readonly string[];
}

/** A round as the player at a seat saw it. */
export interface SeatRound {
  readonly round: number;
  readonly at: string;
  readonly roll: string;
  readonly lit: readonly string[];
  readonly opening: number;
  readonly wagers: Readonly<Record<string, number>>;
  readonly returned: Readonly<Record<string, number>>;
  readonly closing: number;
  readonly void: string;
}

/**
 * If a round opens with another credit than the last one closed with, money moved in between. If there is `more`, ask
 * before the last one.
 */
export interface SeatRounds {
  readonly table: string;
  readonly seat: number;
  readonly version: string;
  readonly credit: number;
  readonly rounds: readonly SeatRound[];
  readonly more: boolean;
}

/** As many seats as fit into an answer. If there is `more`, ask again after the last one. */
export interface Meters {
  readonly table: string;
  readonly seats: readonly SeatView[];
  readonly bank: Bank;
  readonly more: boolean;
}

/**
 * Never the whole number, only its ending. `entry` is the entry that issued it; `collected`: from the printer;
 * `cancelled`: it was not printed.
 */
export interface VoucherInfo {
  readonly entry: number;
  readonly table: string;
  readonly seat: number;
  readonly at: string;
  readonly amount: number;
  readonly ending: string;
  readonly expires: string;
  readonly collected: boolean;
  readonly cancelled: boolean;
  readonly redeemed: boolean;
}

/** The newest first, as many as fit into an answer. If there is `more`, ask again after the entry of the last one. */
export interface Vouchers {
  readonly vouchers: readonly VoucherInfo[];
  readonly more: boolean;
}

/**
 * By table and number, as many as fit into an answer. If there is `more`, ask again after the last one, written as
 * TABLE:NUMBER.
 */
export interface Disputes {
  readonly disputes: Readonly<Record<string, readonly Dispute[]>>;
  readonly more: boolean;
}

export interface DisputeInfo {
  readonly table: string;
  readonly dispute: Dispute;
  readonly evidence: Evidence;
}

/** The oldest ones, as many as fit into an answer; each acknowledgement makes room. */
export interface Waiting {
  readonly waiting: readonly Happened[];
  readonly more: boolean;
}

export interface Happenings {
  readonly page: Page;
}

export interface SelfTest {
  readonly checks: readonly Check[];
}

export interface Software {
  readonly version: string;
  readonly digest: string;
  readonly changes: readonly SoftwareChange[];
}

/** The head of a journal and its newest signed checkpoint; `signed` is 0 if there is none yet. */
export interface JournalInfo {
  readonly name: string;
  readonly entries: number;
  readonly seal: string;
  readonly signed: number;
  readonly signed_at: string;
  readonly key: string;
}

export interface Journals {
  readonly journals: readonly JournalInfo[];
}

/** `name` is what was typed, even if nobody has that name. */
export interface Attempt {
  readonly seq: number;
  readonly at: string;
  readonly name: string;
  readonly device: string;
  readonly act: string;
  readonly ok: boolean;
}

/** The newest first, paged like significant events. */
export interface Attempts {
  readonly attempts: readonly Attempt[];
  readonly before_seq: number;
}

/** `void` is why the round has no roll, empty if it was settled; `reversed`: it became void later. */
export interface SettledInfo {
  readonly round: number;
  readonly roll: string;
  readonly staked: number;
  readonly returned: number;
  readonly reversed: boolean;
  readonly void: string;
}

/** The newest first, as settled and with later corrections. */
export interface SettledRounds {
  readonly table: string;
  readonly rounds: readonly SettledInfo[];
}

export interface DemoSeat {
  readonly table: string;
}

export interface Seated {
  readonly table: string;
  readonly seat: number;
}

/** The change is recorded. */
export interface Done {
}

// taisai.wire.take_over
// Messages of a console when one dealer relieves another.

export interface TakeOver {
  readonly name: string;
  readonly pin: string;
}

/** The last one first; empty if no PIN is accepted, because no dealer has signed in there with a password. */
export interface DealersHere {
  readonly names: readonly string[];
}

// taisai.people.events
// Events about people, devices and the house. The envelope says who and when; tags are permanent. Only an argon2id hash
// with a pepper is kept of a password, PIN or one-time code, and only a SHA-256 digest of a device's key.

export type DeviceKind = "terminal" | "console" | "display";

// taisai.wire.duties
// Duties: who deals and supervises at which table.

/** A break is at no table. */
export interface DutyTaken {
  readonly name: string;
  readonly duty: DutyKind;
  readonly table?: string;
}

export interface DutyLeft {
  readonly name: string;
}

/** `relief` deals at the first table; each dealer moves to the next, and the last one takes a break. */
export interface Rotation {
  readonly tables: readonly string[];
  readonly relief: string;
}

/** The longest first. `dealers` and `supervisors` are the people who could take such a duty. */
export interface OnDuty {
  readonly duties: readonly Duty[];
  readonly dealers: readonly string[];
  readonly supervisors: readonly string[];
}

// taisai.people.duty_events
// Events of duties: who deals and supervises where, and who is on a break.

/** Whoever has a break is at no table. */
export type DutyKind = "deal" | "supervise" | "break";

// taisai.wire.equipment
// Equipment, and the video footage of significant events.

/** A set of dice has three serial numbers and a seal. */
export interface NewItem {
  readonly item: string;
  readonly kind: ItemKind;
  readonly label?: string;
  readonly serials?: readonly string[];
  readonly seal?: string;
}

export interface SealRead {
  readonly seal: string;
}

export interface ItemTested {
  readonly passed: boolean;
  readonly words?: string;
}

export interface InWords {
  readonly words: string;
}

/** In the order of their numbers. */
export interface Items {
  readonly items: readonly Item[];
  readonly more: boolean;
}

/** Time codes as on the recorder. */
export interface NewFootage {
  readonly camera: string;
  readonly since: string;
  readonly until?: string;
  readonly note?: string;
}

// taisai.people.equipment_events
// Events of gaming equipment: sets of dice, tumblers, entry terminals and layouts.

export type ItemKind = "dice" | "tumbler" | "entry-terminal" | "layout";

// taisai.wire.ratings
// Player ratings, between staff and the house.

/** `name` is stored if the card is new. */
export interface NewRating {
  readonly card: string;
  readonly seat: number;
  readonly name?: string;
}

export interface RatingInfo {
  readonly rating: Rating;
  readonly player: Player;
}

/** The running ones, the longest first. */
export interface Ratings {
  readonly ratings: readonly RatingInfo[];
}

// taisai.wire.lab
// Questions to the lab and its answers: exact figures, never money. Fractions are written such as 5/36.

/** `variance` is that of a player's net result per unit; `reason` says why odds are inferred, if they are. */
export interface LabSpot {
  readonly id: string;
  readonly area: string;
  readonly label: string;
  readonly odds: string;
  readonly inferred: boolean;
  readonly clause: string;
  readonly ways: number;
  readonly hit: string;
  readonly edge: string;
  readonly step: number;
  readonly back: readonly string[];
  readonly back_on_triples: boolean;
  readonly draw: string;
  readonly glyph: string;
  readonly picture: string;
  readonly dice: readonly number[];
  readonly counted: boolean;
  readonly times_most: number;
  readonly commission: Commission;
  readonly variance: string;
  readonly reason: string;
}

/** A shipped pay table with its source document. */
export interface LabTable {
  readonly paytable: string;
  readonly name: string;
  readonly book: string;
  readonly number: number;
  readonly house: string;
  readonly document: string;
  readonly edition: string;
  readonly source: string;
  readonly fingerprint: string;
  readonly spots: readonly LabSpot[];
}

export interface LabTables {
  readonly tables: readonly LabTable[];
}

/**
 * A spot of both pay tables. `alike`: it pays the same on every roll; `gain` is what a player saves at the other
 * table, per unit staked.
 */
export interface ComparedSpot {
  readonly one: LabSpot;
  readonly other: LabSpot;
  readonly alike: boolean;
  readonly gain: string;
}

/** `alike` is the number of spots that pay the same on every roll; `same`: all do, and neither table has others. */
export interface Comparison {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
  readonly alike: number;
  readonly both: readonly ComparedSpot[];
  readonly one_only: readonly LabSpot[];
  readonly other_only: readonly LabSpot[];
}

export interface PlanWager {
  readonly spot: string;
  readonly stake: number;
}

/** Wagers on the same spot are added up. */
export interface PlanAsked {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
}

/** `ways` of 216; not a whole number if multipliers are drawn. */
export interface NetResult {
  readonly net: string;
  readonly ways: number;
}

export interface NetRolls {
  readonly net: string;
  readonly rolls: readonly string[];
}

/** `loss` is what the house loses on the roll; negative if it wins. */
export interface RollLoss {
  readonly roll: string;
  readonly ways: number;
  readonly loss: string;
}

/**
 * `expected` and `variance` are those of the player's net result over the whole plan; `edge` is per unit staked;
 * `deviation` is rounded down to four decimals; `profit`, `even` and `loss` are chances; `exposure` is the house's
 * worst loss.
 */
export interface PlanFigures {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
  readonly staked: number;
  readonly expected: string;
  readonly edge: string;
  readonly variance: string;
  readonly deviation: string;
  readonly profit: string;
  readonly even: string;
  readonly loss: string;
  readonly distribution: readonly NetResult[];
  readonly worst: NetRolls;
  readonly best: NetRolls;
  readonly exposure: string;
  readonly losses: readonly RollLoss[];
}

// taisai.wire.design
// A pay-table design in the lab: changed odds, added spots, and the result.

/** One spot, in rulebook notation. */
export interface AddedSpot {
  readonly name: string;
  readonly label: string;
  readonly pattern: "among" | "count" | "listed" | "show" | "totals";
  readonly selection: readonly (number | string)[];
  readonly odds: string;
}

/**
 * `odds` by spot; several by count are written as 1/2/12, for an added spot first as 2=3 3=20. `removed` spots are
 * left out. With `target`, odds are searched so that each of `spots` has that edge, in per cent.
 */
export interface DesignAsked {
  readonly paytable: string;
  readonly odds?: Readonly<Record<string, string>>;
  readonly added?: readonly AddedSpot[];
  readonly removed?: readonly string[];
  readonly target?: string;
  readonly spots?: readonly string[];
}

/**
 * `odds` are the changed ones, including those found. `exposure` is the house's loss on the worst roll with one unit
 * on every spot. `text` is the rulebook and `layout` its layout: everything that a table needs. `written` are the
 * rulebook's odds of each spot before commission, which `odds` may change.
 */
export interface DesignFigures {
  readonly paytable: string;
  readonly odds: Readonly<Record<string, string>>;
  readonly spots: readonly LabSpot[];
  readonly felt: Felt;
  readonly lit: Lit;
  readonly exposure: string;
  readonly text: string;
  readonly layout: string;
  readonly written: Readonly<Record<string, string>>;
}

// taisai.wire.risk
// Questions to the lab about many rounds, and its answers. Fractions are written such as 5/36; floats have an error.

/** The true value is within `error` of `value`. */
export interface Measured {
  readonly value: number;
  readonly error: number;
}

/** `bankroll` and `goal` are 0 for none. */
export interface EveningAsked {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
  readonly rounds: number;
  readonly bankroll?: number;
  readonly goal?: number;
}

export interface Quantile {
  readonly chance: number;
  readonly net: string;
}

/** The quantiles of the net result after so many rounds, in the order of `FAN`. */
export interface FanPoint {
  readonly rounds: number;
  readonly nets: readonly number[];
}

/** Results from `low` to `high`, inclusive. */
export interface Column {
  readonly low: number;
  readonly high: number;
  readonly chance: number;
}

/** The fate of a bankroll within the rounds, and if play goes on without end; `ever` is empty without a goal. */
export interface Fate {
  readonly goal: Measured;
  readonly ruin: Measured;
  readonly ever: readonly Measured[];
}

/** `cost` is the expected loss; `neither` is the chance to break even. */
export interface EveningFigures {
  readonly cost: string;
  readonly staked: number;
  readonly deviation: number;
  readonly ahead: Measured;
  readonly neither: Measured;
  readonly behind: Measured;
  readonly quantiles: readonly Quantile[];
  readonly fan: readonly FanPoint[];
  readonly columns: readonly Column[];
  readonly fate: readonly Fate[];
}

export interface SystemsAsked {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
  readonly systems: readonly string[];
  readonly rounds: number;
  readonly bankroll: number;
  readonly goal?: number;
  readonly maximum?: number;
  readonly seed?: number;
}

/**
 * `paths` are bankrolls of simulated players, for illustration; everything else is exact. If `simulated`, the true
 * values are within their errors with 99 % confidence.
 */
export interface SystemFigures {
  readonly system: string;
  readonly simulated: boolean;
  readonly cost: Measured;
  readonly staked: Measured;
  readonly goal: Measured;
  readonly ruin: Measured;
  readonly columns: readonly Column[];
  readonly paths: readonly (readonly number[])[];
}

/** The wagers are the stakes of all players in a round. */
export interface HouseAsked {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
  readonly rounds: number;
  readonly levels?: readonly number[];
}

export interface Band {
  readonly level: number;
  readonly win_low: string;
  readonly win_high: string;
  readonly hold_low: number;
  readonly hold_high: number;
}

export interface Holds {
  readonly low: number;
  readonly high: number;
}

/** The bands of the hold after so many rounds, in the order of the levels. */
export interface HoldPoint {
  readonly rounds: number;
  readonly bands: readonly Holds[];
}

/**
 * `telling` is how many rounds it takes to detect a hold one point lower: in 90 of 100 cases it is below the 99 %
 * band. It is 0 if that is too long to calculate.
 */
export interface HouseFigures {
  readonly handle: number;
  readonly expected: string;
  readonly hold: string;
  readonly losing: Measured;
  readonly bands: readonly Band[];
  readonly course: readonly HoldPoint[];
  readonly telling: number;
}

export interface SystemsFigures {
  readonly systems: readonly SystemFigures[];
}

/**
 * Throws as digits, three per throw: 225136 is 2-2-5 and 1-3-6. The order of the dice is kept; if it is known, each
 * die is also tested separately.
 */
export interface DiceAsked {
  readonly throws: string;
}

/** `freedom` is 0 if the statistic is normal; `passed` by Holm's method over all tests, at 99 %. */
export interface DiceTest {
  readonly name: string;
  readonly statistic: number;
  readonly freedom: number;
  readonly p: number;
  readonly passed: boolean;
}

/** The e-value after so many throws, as a power of ten. */
export interface EValue {
  readonly throws: number;
  readonly log10_e: number;
}

/**
 * A face that comes up `excess` too often: how many throws show it in 90 of 100 cases at 1 %, if all dice are so or
 * only a known one. `now` is the chance that the present number of throws shows it.
 */
export interface Power {
  readonly excess: number;
  readonly pooled: number;
  readonly one_die: number;
  readonly now: number;
}

/**
 * `faces` and `rolls` are counts, rolls in the order of the 56; `warned` and `alarmed` are the number of throws when
 * the e-value first reached 100 and 1000, 0 if it never did.
 */
export interface DiceFigures {
  readonly throws: number;
  readonly dice_known: boolean;
  readonly faces: readonly number[];
  readonly rolls: readonly number[];
  readonly course: readonly EValue[];
  readonly log10_peak: number;
  readonly warned: number;
  readonly alarmed: number;
  readonly tests: readonly DiceTest[];
  readonly power: readonly Power[];
}

// taisai.house.views
// What each role may see of a table. This is decided here and nowhere else.

/** A finished round and its roll; a void round has none. */
export type Past = readonly [round: number, roll: string];

/**
 * A roll that everyone may see, and its round. If the next round has begun or a later one was void, that is not the
 * table's current round.
 */
export interface Shown {
  readonly round: number;
  readonly roll: string;
  readonly lit: readonly string[];
  readonly call: string;
}

/**
 * What anyone at the table sees: what lies on the layout, never whose it is. `closes_at` is in milliseconds since
 * 1970, 0 if betting does not close by itself; `boxes` are the totals on the spots. `commitment` is the hash of the
 * current round's seed, or between rounds of the next one's. `struck` maps each struck spot of the shown round to the
 * multiplier of its winnings.
 */
export interface TableView {
  readonly phase: string;
  readonly round: number;
  readonly step: string;
  readonly closes_at: number;
  readonly boxes: Readonly<Record<string, number>>;
  readonly shown: Shown | null;
  readonly struck: Readonly<Record<string, number>>;
  readonly limits: readonly LimitRule[];
  readonly recent: readonly Past[];
  readonly commitment: string;
  readonly trouble: string;
  readonly void: LastVoid;
  readonly down: string;
}

/**
 * A seat's result in the last settled round, which `round` names, whatever the table does since; `won` is what each
 * spot returned.
 */
export interface Result {
  readonly round: number;
  readonly roll: string;
  readonly staked: number;
  readonly returned: number;
  readonly won: Readonly<Record<string, number>>;
}

/**
 * What a player sees of their own seat; otherwise only staff see it. `contribution` is what its terminal gave to the
 * throw of this round; `rack` is the player's chips by denomination.
 */
export interface SeatView {
  readonly seat: number;
  readonly credit: number;
  readonly owed: number;
  readonly stakes: Readonly<Record<string, number>>;
  readonly meter_in: number;
  readonly meter_out: number;
  readonly meter_wagered: number;
  readonly meter_won: number;
  readonly meter_hand_paid: number;
  readonly loss_floor: number;
  readonly colour: string;
  readonly colour_value: number;
  readonly away: boolean;
  readonly locked: string;
  readonly failed: boolean;
  readonly unregistered: Readonly<Record<string, number>>;
  readonly uncollected: Outstanding | null;
  readonly own: Own;
  readonly result: Result | null;
  readonly contribution: string;
  readonly rack: Readonly<Record<string, number>>;
}

/**
 * A closed table that is being prepared for opening: failed checks with reasons, the lit test roll that nobody has
 * judged yet, test rolls found right, and the areas that none of them has lit.
 */
export interface Opening {
  readonly failed: Readonly<Record<string, string>>;
  readonly testing: string;
  readonly lit: readonly string[];
  readonly tested: readonly string[];
  readonly unlit: readonly string[];
}

/**
 * What all throws of a table say about its dice: how often each face came up, and the e-value's base-10 logarithm.
 * `state` is "quiet", "warn" from 100 or "alarm" from 1000.
 */
export interface DiceSeen {
  readonly throws: number;
  readonly faces: readonly number[];
  readonly log10_e: number;
  readonly state: string;
}

/**
 * What the table's staff see in addition. `moment` is the stage of the last round, which decides the remedies, and
 * `moment_before` that of every round before it; `conditions` are those that hold now of the ones that orders wait
 * for; `posts` says who acts in which post; `unpaid` is what is still to be paid in each area. `alerts` is the number
 * of unacknowledged critical events of the house; `called` is since when a supervisor has been called here;
 * `attendants` are the seats that call one. `excess` is what exceeded a limit in this round and was refused or
 * returned; `staff_placed` are the seats for which staff placed a wager, by spot; `dice` is what the dice were
 * recorded to show, apart from the entry. `disputes` are the oldest of the `disputes_open`; `seats` may be sent in
 * several messages. `fairness` is about the dice; `chips` says where the chips are.
 */
export interface StaffView {
  readonly seats: readonly SeatView[];
  readonly pressed: readonly number[];
  readonly checks: readonly string[];
  readonly opening: Opening;
  readonly moment: string;
  readonly moment_before: string;
  readonly conditions: readonly string[];
  readonly posts: Readonly<Record<string, string>>;
  readonly exposure: number;
  readonly unpaid: Readonly<Record<string, number>>;
  readonly disputes: readonly Dispute[];
  readonly disputes_open: number;
  readonly bank: Bank;
  readonly alerts: number;
  readonly called: string;
  readonly attendants: readonly number[];
  readonly excess: readonly Stake[];
  readonly staff_placed: Readonly<Record<string, readonly number[]>>;
  readonly dice: string;
  readonly fairness: DiceSeen;
  readonly chips: ChipsSeen;
}

// taisai.table.state
// The state of a table. Collections are flat and changed in place, so that a wager costs the same in a round of ten and
// in a round of ten thousand.

/** A round that was void, why, and what went back; number 0 where there was none yet. */
export interface LastVoid {
  readonly number: number;
  readonly trouble: string;
  readonly clause: string;
  readonly returned: number;
}

/**
 * `evidence` is the journal's head when it was opened. `moved` is what the player got by the decision, below 0 where
 * they gave; `second` agreed to that.
 */
export interface Dispute {
  readonly number: number;
  readonly seat: number;
  readonly about: number;
  readonly claim: string;
  readonly decided: boolean;
  readonly evidence: string;
  readonly reason: string;
  readonly second: string;
  readonly moved: number;
}

/** A voucher that this table issued and that is redeemed nowhere, as far as it was told. */
export interface Outstanding {
  readonly seat: number;
  readonly amount: number;
  readonly ending: string;
  readonly expires: string;
}

/** The float of a chip table and what moved it. */
export interface Bank {
  readonly opening: number;
  readonly now: number;
  readonly fills: number;
  readonly credits: number;
  readonly drop: number;
}

// taisai.house.chip_views
// What staff see of a table's chips.

/** A drop box that was removed, and the step its soft count has reached. Its contents are not shown. */
export interface BoxSeen {
  readonly name: string;
  readonly step: string;
  readonly people: readonly string[];
}

/**
 * The chips of a table: the float by denomination, the last count since it changed, and the slips in progress.
 * `count_due` is the duty whose change requires a count before the next round. `payouts` are the first of the chips
 * that winners would be paid in. `fill` is what the float needs before it runs out. `box` is the drop box on the
 * table. `tips` says whether the house allows them, `tipped` which chips are in the tip box.
 */
export interface ChipsSeen {
  readonly counted: boolean;
  readonly float: Readonly<Record<string, number>>;
  readonly count: Count;
  readonly slips: readonly Slip[];
  readonly count_due: string;
  readonly payouts: readonly Proposal[];
  readonly fill: Readonly<Record<string, number>>;
  readonly box: string;
  readonly boxes: readonly BoxSeen[];
  readonly tips: boolean;
  readonly tipped: Readonly<Record<string, number>>;
}

// taisai.table.tray
// Where the chips of a table are, what was counted of them, and the open slips and boxes.

/**
 * What two people found in the float, for the opening, the closing or a change of dealer; no `purpose` where nothing
 * was counted since chips moved. It `waits` where it differs and nobody has approved that yet.
 */
export interface Count {
  readonly purpose: string;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly waits: boolean;
  readonly by: readonly string[];
}

/** A fill or a credit in progress; `people` are who requested, prepared and carried it so far. */
export interface Slip {
  readonly number: number;
  readonly kind: string;
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: number;
  readonly step: string;
  readonly people: readonly string[];
}

// taisai.table.trades.chip_moves
// The chips that move with the money of events, at tables with counted chips.

/** The chips that moved with the money of the preceding events. */
export interface ChipsMoved {
  readonly is: "chips-moved";
  readonly moves: readonly Move[];
}

// taisai.table.trades.keys
// The six numbered buttons of the entry terminal.

export interface ButtonPressed {
  readonly is: "button-pressed";
  readonly round: number;
  readonly face: number;
}

// taisai.rules.multipliers
// Multipliers of winnings: how many spots are struck in a round, which ones, and by what each is multiplied.

/**
 * `spots` can be struck, all equally likely. `struck` is how many are, and `times` the multiplier, drawn for each by
 * itself: ascending numbers with weights. All are empty if a pay table has none.
 */
export interface Multipliers {
  readonly spots: readonly string[];
  readonly struck: readonly (readonly [number, number])[];
  readonly times: readonly (readonly [number, number])[];
}

// taisai.rules.commission
// A commission on winnings, rounded to a stated unit in a stated direction.

/**
 * Keeps `of` parts in `per` of the winnings, in whole multiples of `unit` minor units, and never more than was won.
 * `nearest` rounds halves up. If `of` is 0, nothing is kept.
 */
export interface Commission {
  readonly of: number;
  readonly per: number;
  readonly unit: number;
  readonly direction: "down" | "nearest" | "up";
}

// taisai.house.vouchers
// A voucher as printed, once, for the player who cashed out.

/**
 * `sequence` is its entry in the table's journal. `electronic` and `paytable` describe a table that deals itself.
 * `help` is the problem-gambling helpline. The page adds the amount in words and the number as a QR code.
 */
export interface Voucher {
  readonly site: string;
  readonly table: string;
  readonly device: string;
  readonly seat: number;
  readonly issued_at: string;
  readonly amount: number;
  readonly currency: string;
  readonly figures: string;
  readonly sequence: number;
  readonly number: string;
  readonly kind: string;
  readonly expires: string;
  readonly electronic: boolean;
  readonly paytable: string;
  readonly help: string;
}

// taisai.people.rights
// The table of rights: which roles may do what.

export type Right = 
  | "read-tables"
  | "read-all-seats"
  | "recall-rounds"
  | "read-events"
  | "read-reports"
  | "read-journal"
  | "read-staff"
  | "read-devices"
  | "read-metrics"
  | "order"
  | "approve"
  | "call-supervisor"
  | "acknowledge-events"
  | "manage-staff"
  | "manage-devices"
  | "manage-equipment"
  | "manage-duties"
  | "rate-players"
  | "run-self-test"
  | "accept-software";

// taisai.people.state
// The state of the register. Sessions, approvals and invitations are not in it: a restart ends them.

/** An account is locked while a source has to wait there, or its PIN rests; nobody else is kept from it. */
export type Standing = "active" | "locked" | "inactive";

export interface Device {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly table: string;
  readonly seat: number;
  readonly label: string;
  readonly enrolled_at: string;
  readonly revoked: boolean;
}

/** Whoever noted it says where an event can be seen. */
export interface Footage {
  readonly camera: string;
  readonly since: string;
  readonly until: string;
  readonly note: string;
  readonly by: string;
  readonly at: string;
}

/** `waiting` until somebody has acknowledged it; what is not critical never waits. */
export interface Happened {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly code: string;
  readonly severity: Severity;
  readonly words: string;
  readonly table: string;
  readonly device: string;
  readonly value: string;
  readonly table_seq: number;
  readonly waiting: boolean;
  readonly acknowledged_by: string;
  readonly acknowledged_at: string;
  readonly footage: readonly Footage[];
}

/** Of a person at a table, or a break, which is at none. */
export interface Duty {
  readonly name: string;
  readonly duty: DutyKind;
  readonly table: string;
  readonly since: string;
}

/** Whoever gave a card number; `id` is the pseudonym. */
export interface Player {
  readonly id: string;
  readonly card: string;
  readonly name: string;
}

/** One in progress, from round `first` on. */
export interface Rating {
  readonly rating: number;
  readonly player: string;
  readonly table: string;
  readonly seat: number;
  readonly first: number;
  readonly since: string;
}

/** One change of the software: when, by whom, to what, and which files came, went or changed. */
export interface SoftwareChange {
  readonly at: string;
  readonly by: string;
  readonly version: string;
  readonly digest: string;
  readonly items: readonly string[];
}

// taisai.people.staff
// Staff accounts.

/** A person in the list of user rights; `password_at` is empty until one is set. */
export interface Listed {
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
  readonly standing: Standing;
  readonly rights: readonly Right[];
  readonly has_pin: boolean;
  readonly password_at: string;
  readonly proved_at: string;
}

// taisai.people.equipment_state
// What the register knows about equipment.

export type ItemStanding = "stored" | "in-use" | "retired" | "destroyed";

/** From which round to which it was used at a table; `last` is 0 while it is. */
export interface Use {
  readonly table: string;
  readonly first: number;
  readonly last: number;
}

export interface ItemTest {
  readonly at: string;
  readonly by: string;
  readonly passed: boolean;
  readonly words: string;
}

/** `mended` says how, and is empty until then. */
export interface Fault {
  readonly at: string;
  readonly by: string;
  readonly words: string;
  readonly mended_at: string;
  readonly mended: string;
}

/**
 * `seal` is the number of the one that is on it, empty once it was opened; `inspected`: it passed the last test, which
 * was after that. The newest tests, faults and uses are kept.
 */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  readonly label: string;
  readonly serials: readonly string[];
  readonly seal: string;
  readonly added_at: string;
  readonly standing: ItemStanding;
  readonly inspected: boolean;
  readonly tests: readonly ItemTest[];
  readonly faults: readonly Fault[];
  readonly uses: readonly Use[];
  readonly ended: string;
}

// taisai.wire.floor_plan
// The floor plan, for the staff who carry it out.

/**
 * What the plan says about a table now. Without `hours` it does not open or close the table. `template` names the
 * limits that are due, empty for none.
 */
export interface PlannedTable {
  readonly table: string;
  readonly hours: readonly OpeningHours[];
  readonly to_be_open: boolean;
  readonly template: string;
}

export interface Plan {
  readonly zone: string;
  readonly tables: readonly PlannedTable[];
  readonly templates: readonly LimitTemplate[];
}

// taisai.house.floor_plan
// A timetable in the house's time zone: when tables are open, and which limits apply when. Staff carry it out.

/**
 * Hours for the given tables and weekdays; an empty list means all. If the end is not after the beginning, the hours
 * end on the next day; they belong to the day on which they begin.
 */
export interface OpeningHours {
  readonly begins: string;
  readonly ends: string;
  readonly days: readonly ("fri" | "mon" | "sat" | "sun" | "thu" | "tue" | "wed")[];
  readonly tables: readonly string[];
}

/** Named limits, for tables and times as in `OpeningHours`; without times they apply all day. */
export interface LimitTemplate {
  readonly name: string;
  readonly limits: readonly LimitRule[];
  readonly begins: string;
  readonly ends: string;
  readonly days: readonly ("fri" | "mon" | "sat" | "sun" | "thu" | "tue" | "wed")[];
  readonly tables: readonly string[];
}

// taisai.wire.faces
// Dice faces without pips.

/** One face of dice without pips. */
export interface FaceInfo {
  readonly name: string;
  readonly colour: string;
  readonly picture: string;
}

// taisai.house.tables
// A table of the floor as set in the settings, checked against its rulebook.

/**
 * A table that stays closed because the house's own rulebook cannot be read. `why` leaves out where on this machine
 * the rulebook is.
 */
export interface ShutTable {
  readonly id: string;
  readonly title: string;
  readonly paytable: string;
  readonly why: string;
}

// taisai.wire.felts
// What never changes while a table runs: its layout, its odds and its rules of play.

/**
 * `odds` to one, by result; `hit` and `edge` are exact fractions such as 5/36. `back`: shares of a stake that come
 * back without a win; `back_on_triples`: only on triples. `draw`, `glyph`, `picture` and `dice` say how it is printed;
 * `counted`: its odds depend on how many dice show its faces; `times_most` is the largest multiplier of its winnings,
 * 1 for none. `commission` is deducted from them if it is rounded, in minor units; its `of` is 0 for none.
 */
export interface SpotInfo {
  readonly id: string;
  readonly area: string;
  readonly label: string;
  readonly odds: string;
  readonly inferred: boolean;
  readonly clause: string;
  readonly ways: number;
  readonly hit: string;
  readonly edge: string;
  readonly step: number;
  readonly back: readonly string[];
  readonly back_on_triples: boolean;
  readonly draw: string;
  readonly glyph: string;
  readonly picture: string;
  readonly dice: readonly number[];
  readonly counted: boolean;
  readonly times_most: number;
  readonly commission: Commission;
}

/** The rectangle of a spot, in units of the arrangement. */
export interface CellInfo {
  readonly spot: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BlockInfo {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly cells: readonly CellInfo[];
}

export interface ArrangementInfo {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly BlockInfo[];
}

/** Everything needed to draw a felt; it has no rules. */
export interface Felt {
  readonly paytable: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly spots: readonly SpotInfo[];
  readonly arrangements: readonly ArrangementInfo[];
}

export interface StepInfo {
  readonly step: string;
  readonly clause: string;
  readonly by: readonly Role[];
  readonly bell: boolean;
}

/** `commands` are those that resolve it, empty if nobody has to act; `stops`: no round begins until it is cleared. */
export interface TroubleInfo {
  readonly trouble: string;
  readonly effect: string;
  readonly clause: string;
  readonly causes: readonly string[];
  readonly commands: readonly string[];
  readonly stops: boolean;
}

/**
 * The result of an order about an irregularity at one moment: done by `by`, with a second person if `two`; or refused,
 * with the reason `why`.
 */
export interface RemedyInfo {
  readonly does: string;
  readonly by: readonly Role[];
  readonly two: boolean;
  readonly why: string;
}

/**
 * Who gives an order and when: the roles, by which clause; the step, if it is one, which must be the next; the
 * `conditions` that the table's view must have; and whether staff give it with a second person: `two`, or
 * `two_if_called` if it is about a wager that staff placed, "always" or while the table's view has this condition.
 */
export interface GateInfo {
  readonly by: readonly Role[];
  readonly clause: string;
  readonly step: string;
  readonly when: readonly string[];
  readonly two: boolean;
  readonly two_if_called: string;
}

/** An order whose gates are those of another `name` if the field has the value or, without one, any but none. */
export interface CaseInfo {
  readonly name: string;
  readonly order: string;
  readonly field: string;
  readonly value: string;
}

/**
 * How this table is played: the rulebook's steps, who may take them, and what may go wrong. `clauses` are the texts of
 * clauses of its checks, orders, steps and troubles, in our own words; `calls` are the words for each roll, and
 * `differential` the opposite spot of one of each pair. `gates` are those of each order that the table takes and of
 * the `cases` in which they differ; what a remedy takes besides is in `remedies`, by order, irregularity and moment.
 * `posts` are those that each role assigns to others; `scope` is what a maximum applies to if the limit does not say;
 * `faces` are the six faces of the dice, empty for dice with pips.
 */
export interface Play {
  readonly book: string;
  readonly document: string;
  readonly steps: readonly StepInfo[];
  readonly troubles: readonly TroubleInfo[];
  readonly checks: readonly string[];
  readonly test_run: string;
  readonly tumbles_min: number;
  readonly clauses: Readonly<Record<string, string>>;
  readonly phrases: Phrases;
  readonly calls: Readonly<Record<string, string>>;
  readonly differential: Readonly<Record<string, string>>;
  readonly remedies: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, RemedyInfo>>>>>>;
  readonly gates: Readonly<Record<string, GateInfo>>;
  readonly cases: readonly CaseInfo[];
  readonly posts: Readonly<Record<string, readonly Role[]>>;
  readonly scope: string;
  readonly faces: readonly FaceInfo[];
}

/** The spots that each of the 56 rolls lights. */
export interface Lit {
  readonly lit: Readonly<Record<string, readonly string[]>>;
}

// taisai.rules.rulebook
// A rule document as data: the order of play, who may do what, what is paid, and irregularities.

/** The phrases a dealer calls. */
export interface Phrases {
  readonly open_bets: string;
  readonly close_bets: string;
  readonly void: string;
  readonly double: string;
  readonly triple: string;
  readonly total: string;
}

// taisai.wire.proof
// The proof of a finished round's throw, for anyone.

/**
 * Everything an outsider needs to check one throw. The `seed` is number `link` of the chain that ends in `end`; the
 * round was `committed_at` a time to the hash of the seed, and `began_at` another. `throw` is empty for a void round;
 * `struck` are the multiplied spots, by the `multipliers` of the pay table. If round `beacon` of a public beacon was
 * named, `signature` is what it published, under `beacon_key`.
 */
export interface Proof {
  readonly table: string;
  readonly round: number;
  readonly commitment: string;
  readonly committed_at: string;
  readonly began_at: string;
  readonly throw: string;
  readonly seed: string;
  readonly link: number;
  readonly end: string;
  readonly contributions: readonly string[];
  readonly beacon: number;
  readonly signature: string;
  readonly beacon_key: string;
  readonly beacon_chain: string;
  readonly multipliers: Multipliers;
  readonly struck: Readonly<Record<string, number>>;
  readonly rule: string;
}

// taisai.keeping.evidence
// A dispute as it was opened: the table, the seat and its last rounds at that moment, rebuilt from the journal.

/** An entry in the journal: its number, when and by whom. Empty if there is none yet. */
export interface Written {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
}

/**
 * `fits` says that the journal still has the seal that the dispute names at the entry it names: what is shown here is
 * what was known then. `rounds` are the last ten of the seat, newest first.
 */
export interface Evidence {
  readonly opened: Written;
  readonly decided: Written;
  readonly fits: boolean;
  readonly table: TableView;
  readonly seat: SeatView | null;
  readonly rounds: readonly Lived[];
}

// taisai.house.seat_history
// The last rounds of each seat as its player experienced them, corrections and voids included.

/**
 * One round of a seat. `opening` and `closing` are the credit before the first wager and after the last payment;
 * `void` is the reason for a void.
 */
export interface Lived {
  readonly round: number;
  readonly at: string;
  readonly roll: string;
  readonly opening: number;
  readonly wagers: Readonly<Record<string, number>>;
  readonly returned: Readonly<Record<string, number>>;
  readonly closing: number;
  readonly void: string;
}

// taisai.people.event_log
// Significant events: recorded, searched, and acknowledged if critical.

/** Search results, newest first. If `before_seq` is not 0, there may be more: search again with it. */
export interface Page {
  readonly happenings: readonly Happened[];
  readonly before_seq: number;
}

// taisai.people.significant_events
// Codes of significant events, and their severity.

/** What is critical waits until somebody acknowledges it. */
export type Severity = "info" | "warning" | "critical";

// taisai.wire.readings
// The progress of long tasks, for the people who wait for them.

/** A running task and its progress; it waits or has just begun if `of` is 0. */
export interface Reading {
  readonly what: string;
  readonly table: string;
  readonly done: number;
  readonly of: number;
}

/** The oldest first. */
export interface Readings {
  readonly readings: readonly Reading[];
}

// taisai.keeping.selftest
// Self-tests that everything is as it was left. They run before the house opens, every day and on request, and return
// values.

/** `words` say what was found and, if something is wrong, what to do; `value` is what it is about. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly words: string;
  readonly value: string;
}

// taisai.wire.alerts
// Alerts that could not be delivered to outside receivers, as staff see them.

/** An event that could not be delivered to an outside receiver; `at` is when delivery was given up. */
export interface DeadLetterInfo {
  readonly receiver: string;
  readonly event: Happened;
  readonly at: string;
  readonly tries: number;
  readonly why: string;
}

/** As many as fit into an answer; each one sent again makes room. `waiting` are still being tried. */
export interface DeadLetters {
  readonly letters: readonly DeadLetterInfo[];
  readonly more: boolean;
  readonly waiting: number;
}

// taisai.wire.feeds
// Journal entries for outside programs.

/** The stored bytes, so that the seal can be checked. People appear under pseudonyms. */
export interface FeedEntry {
  readonly seq: number;
  readonly seal: string;
  readonly body: string;
}

/** The entries after a number, as many as fit into an answer; `head` is the newest one. */
export interface Feed {
  readonly table: string;
  readonly head: number;
  readonly entries: readonly FeedEntry[];
}

// taisai.wire.reports
// The reports that a house offers.

/** `groups` are the possible groupings of rows, the default first. */
export interface ReportInfo {
  readonly name: string;
  readonly title: string;
  readonly groups: readonly string[];
}

/** `shifts` are their beginnings in the time `zone` of the house. It is now `shift` of the gaming day `day`. */
export interface Reports {
  readonly reports: readonly ReportInfo[];
  readonly zone: string;
  readonly shifts: readonly string[];
  readonly day: string;
  readonly shift: number;
}

// taisai.wire.nodes
// The processes that serve a house, for people and programs.

/**
 * A process that serves the house. Its lease was renewed `heartbeat_s` ago and ends in `lease_s` unless it is renewed.
 * `here`: this one answers; `chair`: this one signs and publishes the house's journal.
 */
export interface NodeInfo {
  readonly name: string;
  readonly site: string;
  readonly version: string;
  readonly since: string;
  readonly heartbeat_s: number;
  readonly lease_s: number;
  readonly draining: boolean;
  readonly hears_bus: boolean;
  readonly here: boolean;
  readonly chair: boolean;
  readonly tables: number;
}

/** The node that has a table, and since when; `served`: that node is alive. `epoch` grows with each change. */
export interface HeldTable {
  readonly table: string;
  readonly node: string;
  readonly since: string;
  readonly epoch: number;
  readonly served: boolean;
}

/**
 * As the answering node saw them `age_s` ago; empty for a house that one process serves from a file. `clock_off_s` is
 * how far its clock is ahead of the database's.
 */
export interface Nodes {
  readonly nodes: readonly NodeInfo[];
  readonly tables: readonly HeldTable[];
  readonly age_s: number;
  readonly clock_off_s: number;
}

// taisai.wire.logs
// The logs of a house, as outsiders see them.

/** A journal as a log: `origin` is its public name, `key` verifies its checkpoints, `size` is that of the newest. */
export interface LogInfo {
  readonly log: string;
  readonly origin: string;
  readonly key: string;
  readonly size: number;
}

export interface Logs {
  readonly logs: readonly LogInfo[];
}

/**
 * `path` is an address in this house; anyone who has it sees the receipt. `proved`: a checkpoint includes it,
 * otherwise it is only signed so far. `key` is that of the log.
 */
export interface ReceiptLink {
  readonly path: string;
  readonly proved: boolean;
  readonly key: string;
}

// All of a kind: `is` tells messages and events apart, `do` commands.

export type Said =
  | Join
  | Give
  | Ping;

export type Told =
  | View
  | Resumed
  | Change
  | SeatChange
  | StaffChange
  | Taken
  | Declined
  | Pong
  | Moving;

export type Command =
  | OpenBets
  | PlaceWager
  | MoveWager
  | WithdrawWager
  | ExchangeBox
  | EnterSoftCount
  | ConfirmSoftCount
  | ApproveSoftCount
  | BringChips
  | ChangeCash
  | AssignColour
  | ColourUp
  | WriteOffColour
  | CloseBets
  | RecordUnnoticed
  | ReverseRounds
  | CorrectRound
  | CountFloat
  | NoteDuty
  | ApproveCount
  | TumbleDice
  | RevealDice
  | PressButton
  | EnterRoll
  | AmendEntry
  | OpenDispute
  | DecideDispute
  | ChangeLimits
  | BuyIn
  | CashOut
  | CollectVoucher
  | CancelVoucher
  | PayOwed
  | RecordMoved
  | MoveWagerBack
  | JudgeLine
  | RecordCheck
  | JudgeTest
  | OpenTable
  | CloseTable
  | LimitLoss
  | LimitStake
  | LimitTime
  | LiftLimit
  | LoosenLimit
  | EndPlay
  | TakeBreak
  | EndBreak
  | AssignPost
  | PromiseVoucher
  | ReleaseVoucher
  | NoteRedeemed
  | LeaveSeat
  | LockSeat
  | ReleaseSeat
  | ReportTerminal
  | MendTerminal
  | CollectLosers
  | PayArea
  | RequestSlip
  | PrepareSlip
  | CarrySlip
  | ReceiveSlip
  | VoidSlip
  | ChainSeeds
  | CommitSeed
  | ChooseBeacon
  | NameBeacon
  | RevealSeed
  | GiveTip
  | TakeTips
  | ReportTrouble
  | StopTable
  | ClearTrouble
  | Resume
  | VoidRound;

export type Event =
  | BetsOpened
  | WagerPlaced
  | WagerMoved
  | WagerWithdrawn
  | BoxPlaced
  | BoxRemoved
  | SoftCountEntered
  | SoftCountMade
  | SoftCountSetAside
  | SoftCountConfirmed
  | SoftCountApproved
  | ChipsMoved
  | ChipsBrought
  | ChipsTaken
  | CashChanged
  | ColourAssigned
  | ChipsExchanged
  | ColourWrittenOff
  | ExcessRejected
  | BetsClosed
  | UnnoticedRecorded
  | RoundPassedOver
  | RoundCorrected
  | FloatCounted
  | DutyNoted
  | CountApproved
  | RoundBegun
  | DiceTumbled
  | DiceRevealed
  | RollEntered
  | EntryAmended
  | DisputeOpened
  | DisputeDecided
  | ButtonPressed
  | LimitsChanged
  | CreditBought
  | VoucherIssued
  | VoucherCollected
  | VoucherCancelled
  | OwedPaid
  | WagerShifted
  | LineJudged
  | TableInstalled
  | RulesStated
  | CheckRecorded
  | TestRollEntered
  | TestRollJudged
  | TableOpened
  | TableClosed
  | LossLimited
  | StakeLimited
  | TimeLimited
  | LooserAsked
  | LimitLifted
  | PlayEnded
  | BreakTaken
  | BreakEnded
  | PostAssigned
  | VoucherPromised
  | VoucherReleased
  | VoucherRedeemed
  | SeatLeft
  | SeatLocked
  | SeatReleased
  | TerminalFailed
  | TerminalMended
  | LosersCollected
  | AreaPaid
  | RoundSettled
  | SettlementUndone
  | SlipRequested
  | SlipPrepared
  | SlipCarried
  | SlipReceived
  | SlipVoided
  | FloatFilled
  | FloatCredited
  | SeedsChained
  | SeedCommitted
  | BeaconChosen
  | BeaconNamed
  | ContributionGiven
  | SeedRevealed
  | MultipliersDrawn
  | TipsStated
  | TipGiven
  | TipsTaken
  | TroubleReported
  | TroubleCleared
  | RoundVoided
  | RoundReversed;

export const REFUSALS = [
  "book-unknown",
  "book-invalid",
  "table-unknown",
  "table-unsaid",
  "layout-missing",
  "roll-invalid",
  "spot-unknown",
  "odds-invalid",
  "wager-invalid",
  "stake-invalid",
  "stake-too-large",
  "limits-invalid",
  "unit-misfit",
  "table-closed",
  "table-open",
  "table-stopped",
  "limits-missing",
  "checks-missing",
  "test-run-wrong",
  "roll-committed",
  "roll-not-keyed",
  "role-not-allowed",
  "post-invalid",
  "seat-unknown",
  "seat-not-yours",
  "seat-locked",
  "seat-resting",
  "terminal-failed",
  "round-stale",
  "round-running",
  "round-unknown",
  "step-out-of-order",
  "bets-not-open",
  "previous-unpaid",
  "entry-short",
  "commitment-missing",
  "commitment-wrong",
  "contribution-invalid",
  "contribution-given",
  "dice-differ",
  "trouble-unknown",
  "remedy-refused",
  "cause-not-covered",
  "wager-absent",
  "stake-below-minimum",
  "stake-above-box",
  "stake-above-differential",
  "stake-above-exposure",
  "credit-short",
  "loss-limited",
  "time-limited",
  "stake-limited",
  "own-limit-invalid",
  "chips-not-here",
  "chip-unknown",
  "stack-order",
  "colour-taken",
  "colour-out",
  "chips-lacking",
  "payout-differs",
  "seat-not-empty",
  "count-missing",
  "count-differs",
  "slip-unknown",
  "slip-step",
  "box-missing",
  "box-unknown",
  "box-step",
  "tips-not-allowed",
  "tips-absent",
  "voucher-unknown",
  "voucher-expired",
  "voucher-uncollected",
  "dispute-unknown",
  "reason-missing",
  "dual-control",
  "command-conflict",
  "scenario-unclear",
  "scenario-wrong",
  "table-installed",
  "setup-invalid",
  "journal-down",
  "table-busy",
  "order-failed",
  "dispute-too-long",
  "disputes-too-many",
  "vouchers-too-many",
  "journal-missing",
  "journal-locked",
  "journal-read-only",
  "journal-not-ours",
  "journal-too-new",
  "journal-corrupt",
  "journal-forged",
  "journal-lost",
  "journal-not-durable",
  "journal-elsewhere",
  "journal-table-unknown",
  "journal-taken",
  "journal-moved",
  "journal-claimed",
  "journal-full",
  "journal-failed",
  "export-exists",
  "export-failed",
  "export-invalid",
  "key-exists",
  "key-missing",
  "key-invalid",
  "key-failed",
  "journal-checkpoint-invalid",
  "log-key-invalid",
  "note-invalid",
  "note-unsigned",
  "note-forged",
  "checkpoint-invalid",
  "log-proof-invalid",
  "log-proof-wrong",
  "witnesses-missing",
  "tile-invalid",
  "head-invalid",
  "rotation-invalid",
  "register-founded",
  "sign-in-slowed",
  "sign-in-failed",
  "session-unknown",
  "session-expired",
  "session-idle",
  "password-due",
  "password-first",
  "right-missing",
  "name-invalid",
  "name-taken",
  "role-invalid",
  "person-unknown",
  "person-self",
  "person-inactive",
  "person-not-locked",
  "person-busy",
  "record-unknown",
  "password-weak",
  "password-used",
  "pin-invalid",
  "approval-unknown",
  "approval-used",
  "approval-expired",
  "approval-other",
  "approval-same-person",
  "second-not-independent",
  "device-invalid",
  "enrolment-slowed",
  "code-invalid",
  "seat-served",
  "device-unknown",
  "device-revoked",
  "equipment-invalid",
  "equipment-known",
  "equipment-unknown",
  "equipment-unfit",
  "seal-differs",
  "place-taken",
  "duty-invalid",
  "duty-same",
  "rating-invalid",
  "rating-unknown",
  "rating-running",
  "search-invalid",
  "not-waiting",
  "event-unknown",
  "footage-invalid",
  "letter-unknown",
  "software-same",
  "report-unknown",
  "period-invalid",
  "grouping-unfit",
  "source-missing",
  "throws-few",
  "signature-wrong",
  "out-failed",
  "rounds-invalid",
  "chance-invalid",
  "bankroll-invalid",
  "goal-invalid",
  "system-unknown",
  "system-unfit",
  "mix-invalid",
  "lattice-too-large",
  "too-long",
  "never",
  "throws-invalid",
  "not-simulated",
  "too-many-requests",
  "host-unknown",
  "origin-unfit",
  "caller-changed",
  "route-unknown",
  "message-too-large",
  "text-too-long",
  "message-invalid",
  "log-unknown",
  "tile-unknown",
  "receipt-not-yet",
  "receipt-unknown",
  "entry-unknown",
  "reading-stopped",
  "node-unknown",
  "not-joined",
  "table-moving",
  "program-error",
] as const;

export const HAPPENINGS = [
  "started",
  "stopped",
  "power-reset",
  "clock-changed",
  "self-test-passed",
  "self-test-failed",
  "software-first",
  "software-changed",
  "software-mismatch",
  "program-error",
  "settings-changed",
  "journal-unwritable",
  "journal-writable",
  "journal-damaged",
  "snapshot-refused",
  "mirror-lost",
  "mirror-back",
  "checkpoints-lost",
  "checkpoints-back",
  "marks-lost",
  "marks-back",
  "witness-lost",
  "witness-back",
  "beacon-lost",
  "beacon-back",
  "receiver-lost",
  "receiver-back",
  "alert-escalated",
  "log-disputed",
  "disk-low",
  "backup-made",
  "backup-key-taken",
  "key-replaced",
  "key-revoked",
  "data-lost",
  "data-restored",
  "data-moved",
  "data-exported",
  "device-invited",
  "device-enrolled",
  "device-revoked",
  "device-lost",
  "device-back",
  "enrolment-failed",
  "enrolment-slowed",
  "rate-exceeded",
  "equipment-placed",
  "equipment-removed",
  "equipment-fault",
  "equipment-destroyed",
  "seal-differs",
  "sign-in-failed",
  "person-locked",
  "taken-over",
  "take-over-locked",
  "person-unlocked",
  "person-added",
  "person-reset",
  "person-rescued",
  "person-deactivated",
  "role-changed",
  "person-erased",
  "record-erased",
  "acted-by-two",
  "acted-alone",
  "second-refused",
  "supervisor-called",
  "attendant-called",
  "table-installed",
  "table-opened",
  "table-closed",
  "limits-changed",
  "large-wager",
  "large-win",
  "large-buy-in",
  "large-cash-out",
  "round-void",
  "void-rate",
  "dice-suspect",
  "dice-alarm",
  "round-unsound",
  "throw-unreadable",
  "roll-refused",
  "more-rolls-refused",
  "line-judged",
  "wager-shifted",
  "check-failed",
  "post-assigned",
  "round-corrected",
  "round-interrupted",
  "rounds-reversed",
  "malfunction-reported",
  "malfunction-cleared",
  "terminal-failed",
  "seat-locked",
  "seat-released",
  "dispute-opened",
  "dispute-decided",
  "adjustment",
  "override",
  "float-differs",
  "box-differs",
  "count-approved",
  "slip-voided",
  "voucher-refused",
  "voucher-cancelled",
  "voucher-mended",
  "balance-wrong",
] as const;
