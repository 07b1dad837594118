/**
 * Every message between the server and a browser. Written by `make docs` from the Python types; do not edit.
 *
 * Money is in minor units. In what is sent, a field with `?` may be left out; in what is received, all are there.
 * Records that stand for a line of a long list are tuples. Times are in ISO 8601 and UTC, or, as a number, in
 * milliseconds since 1970.
 */

// taisai.wire.messages
// Every message on a socket, typed once: what a client says, and what the server says.

/** First on every connection. `epoch` and `after` name the last message seen, so that only the gap is sent. */
export interface Join {
  readonly is: "join";
  readonly table: string;
  readonly epoch?: string;
  readonly after?: number;
}

/**
 * An order. `id` is the device's own and makes sending it again safe; `round` is the round that the sender sees;
 * `approvals` are those of the people who agree, where two must.
 */
export interface Give {
  readonly is: "give";
  readonly id: string;
  readonly command: Command;
  readonly round?: number;
  readonly approvals?: readonly string[];
}

/** `at` comes back, so that a client sees how far behind it is. */
export interface Ping {
  readonly is: "ping";
  readonly at: number;
}

/** All that this client may see. `seat` is its own, `staff` is for staff. */
export interface View {
  readonly is: "view";
  readonly n: number;
  readonly at: number;
  readonly epoch: string;
  readonly table: TableView;
  readonly seat: SeatView | null;
  readonly staff: StaffView | null;
}

/** Ends the gap: the changes after the number that the client had seen came before. Its own seat is sent whole. */
export interface Resumed {
  readonly is: "resumed";
  readonly n: number;
  readonly at: number;
  readonly seat: SeatView | null;
  readonly staff: StaffView | null;
}

/** The fields of the table view that are new; of `boxes` only the totals that are, 0 where nothing is left. */
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

/** The fields of the staff view that are new; of `seats` only those that are. */
export interface StaffChange {
  readonly is: "staff";
  readonly n: number;
  readonly at: number;
  readonly staff: Partial<StaffView>;
}

/**
 * It is in the journal: `first` to `last` are its entries, the receipt. `credit` and `stakes` are those of the seat
 * that it was about, on the spots that it was about.
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

/** A refusal: nothing has changed. `id` is empty where the message could not be read. */
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

// taisai.table.commands
// Everything that can be asked of a table. A stake is in minor units; a stack is chips from the bottom up.

/** One of the checks that the rulebook asks for before opening; `why` says what was found where it failed. */
export interface RecordCheck {
  readonly do: "record-check";
  readonly check: string;
  readonly passed?: boolean;
  readonly why?: string;
}

/** A supervisor has looked at what a test roll lit; `why` says what was lit wrongly. */
export interface JudgeTest {
  readonly do: "judge-test";
  readonly right: boolean;
  readonly why?: string;
}

export interface OpenTable {
  readonly do: "open-table";
  readonly opening_float?: number;
}

export interface CloseTable {
  readonly do: "close-table";
}

export interface ChangeLimits {
  readonly do: "change-limits";
  readonly limits: readonly LimitRuleSent[];
}

/**
 * `voucher` is a number as its holder says it, and by its digest once the house has looked it up; `issued_elsewhere`:
 * the house vouches that another table issued it for that amount.
 */
export interface BuyIn {
  readonly do: "buy-in";
  readonly seat: number;
  readonly amount?: number;
  readonly voucher?: string;
  readonly issued_elsewhere?: boolean;
}

/**
 * `voucher` is its number, which the house makes where none is said; of it only a digest reaches the table, with its
 * `ending` and the time when it `expires`.
 */
export interface CashOut {
  readonly do: "cash-out";
  readonly seat: number;
  readonly voucher?: string;
  readonly ending?: string;
  readonly expires?: string;
}

/** It came out of the printer and the player has it; the meter of the seat moves only now. */
export interface CollectVoucher {
  readonly do: "collect-voucher";
  readonly seat: number;
  readonly ending: string;
}

/**
 * It did not come out of the printer: nobody can redeem it, and its amount is the seat's credit again. `procedure` is
 * what was found and done.
 */
export interface CancelVoucher {
  readonly do: "cancel-voucher";
  readonly seat: number;
  readonly ending: string;
  readonly procedure: string;
}

/** The house alone: another table has redeemed a voucher of this one, named by its digest. */
export interface NoteRedeemed {
  readonly do: "note-redeemed";
  readonly voucher: string;
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

export interface ColourUp {
  readonly do: "colour-up";
  readonly seat: number;
  readonly given: readonly number[];
  readonly received: readonly number[];
}

export interface FillFloat {
  readonly do: "fill-float";
  readonly chips: readonly number[];
}

export interface CreditFloat {
  readonly do: "credit-float";
  readonly chips: readonly number[];
}

export interface TumbleDice {
  readonly do: "tumble-dice";
  readonly times: number;
}

export interface OpenBets {
  readonly do: "open-bets";
}

/** `asked_by`: on whose word staff place it, the seat's player where that is not said. */
export interface PlaceWager {
  readonly do: "place-wager";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly stack?: readonly number[];
  readonly asked_by?: string;
}

/** `reason` is needed where staff change the place of a wager that staff placed. */
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

/** The electronic tumbler binds itself to a throw. `kept` is the secret, readable by the house alone. */
export interface CommitRoll {
  readonly do: "commit-roll";
  readonly commitment: string;
  readonly kept?: string;
}

/**
 * The secret told, so that anyone can check the commitment; `throw` is the dice as they fell. Once the dice are
 * uncovered this is the entry of the roll.
 */
export interface OpenCommitment {
  readonly do: "open-commitment";
  readonly number: number;
  readonly throw: string;
  readonly nonce: string;
}

export interface CloseBets {
  readonly do: "close-bets";
}

/**
 * A wager that lay on the layout at closing and that nobody had noticed. Only its worth counts now, not how its chips
 * lie.
 */
export interface RecordUnnoticed {
  readonly do: "record-unnoticed";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
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

/** `keys` are the three numbers pressed on the entry terminal, as for an entry. */
export interface AmendEntry {
  readonly do: "amend-entry";
  readonly keys: readonly number[];
}

export interface CollectLosers {
  readonly do: "collect-losers";
}

/** `area` empty pays all that are left. */
export interface PayArea {
  readonly do: "pay-area";
  readonly area?: string;
}

export interface VoidRound {
  readonly do: "void-round";
  readonly trouble: Trouble;
  readonly announced?: boolean;
}

/** How a round was settled, looked up by the house where the table no longer keeps it. */
export interface PastRound {
  readonly number: number;
  readonly roll: string;
  readonly awards: readonly AwardSent[];
  readonly void?: boolean;
}

/** The rounds that damaged dice affected, settled or under way. */
export interface ReverseRounds {
  readonly do: "reverse-rounds";
  readonly rounds: readonly number[];
  readonly past?: readonly PastRound[];
}

/** A round that a wrong entry settled, to be settled by what the dice showed, pressed on the entry terminal. */
export interface CorrectRound {
  readonly do: "correct-round";
  readonly number: number;
  readonly keys: readonly number[];
  readonly past?: readonly PastRound[];
}

/** A wager that no longer lies where it lay when wagers closed; `cause` is what moved it. */
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

/** A wager that touches the line of its spot: counted there, or given back. */
export interface JudgeLine {
  readonly do: "judge-line";
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly counts: boolean;
  readonly reason: string;
}

/**
 * Equipment: a malfunction, or a layout that lit wrongly. `lit` are the spots that were really lit; `dice` what the
 * dice show, recorded apart from the entry.
 */
export interface ReportTrouble {
  readonly do: "report-trouble";
  readonly trouble: Trouble;
  readonly note?: string;
  readonly lit?: readonly string[];
  readonly dice?: readonly number[];
}

export interface ClearTrouble {
  readonly do: "clear-trouble";
  readonly procedure: string;
}

/**
 * After an interruption. `disturbed`: the covered dice no longer lie as they fell. A `roll` is always refused: it is
 * entered at the entry terminal, or comes from the commitment.
 */
export interface Resume {
  readonly do: "resume";
  readonly roll?: string;
  readonly disturbed?: boolean;
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

export interface LeaveSeat {
  readonly do: "leave-seat";
  readonly seat: number;
}

/** Nothing more is wagered or cashed out there until staff release it; `amount` is what they pay by hand. */
export interface LockSeat {
  readonly do: "lock-seat";
  readonly seat: number;
  readonly cause: string;
  readonly amount?: number;
}

/** `paid` is what staff gave by hand: it leaves the credit. */
export interface ReleaseSeat {
  readonly do: "release-seat";
  readonly seat: number;
  readonly procedure: string;
  readonly paid?: number;
}

/** A player's own choice, which can be made stricter but not looser until they cash out. */
export interface LimitLoss {
  readonly do: "limit-loss";
  readonly seat: number;
  readonly amount: number;
}

/** In cash, to a member of staff: what a correction took and the seat did not have. */
export interface PayOwed {
  readonly do: "pay-owed";
  readonly seat: number;
  readonly amount: number;
}

/** `evidence` names the journal's head, so that what was known then stays known. */
export interface OpenDispute {
  readonly do: "open-dispute";
  readonly seat: number;
  readonly about: number;
  readonly claim: string;
  readonly evidence?: string;
}

/** `amount` goes to the player, or comes from them if below 0; `seat` says whose where the dispute does not. */
export interface DecideDispute {
  readonly do: "decide-dispute";
  readonly dispute: number;
  readonly reason: string;
  readonly amount?: number;
  readonly seat?: number;
}

/** `name` acts in the post from now on; an empty post ends that. */
export interface AssignPost {
  readonly do: "assign-post";
  readonly name: string;
  readonly post?: string;
}

/** The house itself: a round failed its checks. */
export interface StopTable {
  readonly do: "stop-table";
  readonly why: string;
}

// taisai.table.limits
// What may be staked: a minimum for a player's wager, a maximum for the box or the player, the Differential, the
// house's cap.

/**
 * For the spots of one area, or for all where `area` is empty. Nothing is limited by a 0 but the minimum. `scope` is
 * what the maximum is for, where the rulebook leaves a choice; empty for the rulebook's own.
 */
export interface LimitRule {
  readonly area: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly differential: number;
  readonly exposure: number;
  readonly scope: "" | "box" | "player";
}

/**
 * For the spots of one area, or for all where `area` is empty. Nothing is limited by a 0 but the minimum. `scope` is
 * what the maximum is for, where the rulebook leaves a choice; empty for the rulebook's own.
 */
export interface LimitRuleSent {
  readonly area?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly differential?: number;
  readonly exposure?: number;
  readonly scope?: "" | "box" | "player";
}

// taisai.rules.vocabulary
// The closed sets of words in which rulebooks speak of people, steps, acts and irregularities.

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

/** The irregularities that a rulebook may provide for. */
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

// taisai.table.events.parts
// What events are made of.

/** Money of a seat on a spot. */
export type Stake = readonly [seat: number, spot: string, stake: number];

/** What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show. */
export type Award = readonly [seat: number, spot: string, stake: number, returned: number, refused: number];

/** What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show. */
export type AwardSent = readonly [seat: number, spot: string, stake: number, returned: number, refused?: number];

/** What a seat gets, or gives back; `owed` is the part that its balance could not cover. */
export type Correction = readonly [seat: number, credited: number, debited: number, owed: number];

// taisai.wire.bodies
// What is said and answered over HTTP, typed once.

/** Why something was not taken: a code that never changes its meaning, words, and the offending value. */
export interface Refusal {
  readonly code: string;
  readonly words: string;
  readonly value: string;
}

/** `ready` where every journal can be written. */
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
 * `csrf` goes with every request that changes something, in the header X-Taisai-CSRF. `idle_s` is in how many seconds
 * the session falls asleep unless somebody acts, 0 where there is none; asking for this is no act. `alone`: a manager
 * for whom nobody could be the second person yet, and who therefore acts alone.
 */
export interface Me {
  readonly name: string;
  readonly role: Role;
  readonly rights: readonly Right[];
  readonly csrf: string;
  readonly must_change_password: boolean;
  readonly device: Device | null;
  readonly demo: boolean;
  readonly idle_s: number;
  readonly alone: boolean;
}

export interface NewPerson {
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
}

export interface NewRole {
  readonly role: Role;
}

/** Told once. */
export interface Code {
  readonly code: string;
}

/** By name, as many as an answer has room for; where there is `more`, ask again after the last of them. */
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
  readonly csrf: string;
}

/**
 * In the order of their numbers, as many as an answer has room for; where there is `more`, ask again after the id of
 * the last of them.
 */
export interface Devices {
  readonly devices: readonly Device[];
  readonly more: boolean;
}

/**
 * By whoever agrees to an order, with a PIN or a password: `giver` is about to give `command` at `table` in `round`
 * under the id `id`. The `approval` goes with that order, once, within a minute.
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
 * By whoever agrees to a request that takes two people: `giver` is about to send `body`, empty where the request has
 * none, to `path`. The approvals of both go with it once, within a minute, in the header X-Taisai-Approvals: the id,
 * then the two, with a space between.
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

/** A table in the lobby. `window_s` is for how long wagers stay open, 0 where somebody closes them. */
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
}

export interface Tables {
  readonly house: string;
  readonly demo: boolean;
  readonly help: string;
  readonly tables: readonly TableInfo[];
}

export interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly words: string;
  readonly event: Event;
}

/** `seats` is what the round did to each account that may be seen. */
export interface Recalled {
  readonly table: string;
  readonly round: number;
  readonly entries: readonly Entry[];
}

/** A round as its player lived it. */
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

/** Between a round's closing and the next opening lies the money that came or went; `credit` is now. */
export interface SeatRounds {
  readonly table: string;
  readonly seat: number;
  readonly version: string;
  readonly credit: number;
  readonly rounds: readonly SeatRound[];
}

/** As many seats as an answer has room for; where there is `more`, ask again after the last of them. */
export interface Meters {
  readonly table: string;
  readonly seats: readonly SeatView[];
  readonly bank: Bank;
  readonly more: boolean;
}

/**
 * Never its number: only how it ends. `entry` is the one by which it was issued; `collected`: from the printer;
 * `cancelled`: it did not come out of it.
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

/**
 * The newest first, as many as an answer has room for; where there is `more`, ask again after the entry of the last of
 * them.
 */
export interface Vouchers {
  readonly vouchers: readonly VoucherInfo[];
  readonly more: boolean;
}

/**
 * By table and number, as many as an answer has room for; where there is `more`, ask again after the last of them,
 * written as TABLE:NUMBER.
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

/** The oldest, as many as an answer has room for; each that is acknowledged makes room. */
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

/** The head of a journal and its newest signed anchor; `anchored` is 0 where there is none yet. */
export interface JournalInfo {
  readonly name: string;
  readonly entries: number;
  readonly seal: string;
  readonly anchored: number;
  readonly anchored_at: string;
  readonly key: string;
}

export interface Journals {
  readonly journals: readonly JournalInfo[];
}

/** `name` is what was supplied, whether anybody has that name or not. */
export interface Attempt {
  readonly seq: number;
  readonly at: string;
  readonly name: string;
  readonly device: string;
  readonly act: string;
  readonly ok: boolean;
}

/** Newest first, paged as significant events are. */
export interface Attempts {
  readonly attempts: readonly Attempt[];
  readonly before_seq: number;
}

/** `void` is why the round has no roll, empty for one that was settled; `reversed` is void since. */
export interface SettledInfo {
  readonly round: number;
  readonly roll: string;
  readonly staked: number;
  readonly returned: number;
  readonly reversed: boolean;
  readonly void: string;
}

/** Newest first; as settled, with what was corrected since. */
export interface SettledRounds {
  readonly table: string;
  readonly rounds: readonly SettledInfo[];
}

/** `groups` are what its rows can be grouped by, its own way first. */
export interface ReportInfo {
  readonly name: string;
  readonly title: string;
  readonly groups: readonly string[];
}

export interface Reports {
  readonly reports: readonly ReportInfo[];
}

export interface DemoSeat {
  readonly table: string;
}

export interface Seated {
  readonly table: string;
  readonly seat: number;
  readonly csrf: string;
}

/** What an outsider needs to check one throw. */
export interface Proof {
  readonly table: string;
  readonly round: number;
  readonly commitment: string;
  readonly throw: string;
  readonly nonce: string;
  readonly rule: string;
}

/** It is written down. */
export interface Done {
}

// taisai.people.events
// Facts about people, devices and the house. Who and when stand in the envelope; a tag is for ever. Of a password, a
// PIN or a one-time code only an argon2id hash with a pepper is kept, of a device's key only a SHA-256 digest.

export type DeviceKind = "terminal" | "console" | "display";

// taisai.wire.lab
// What the lab asks and is told: exact figures, never money. Fractions are written such as 5/36.

/** `variance` is that of a player's net of one unit; `reason` says why odds are inferred, if they are. */
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
  readonly variance: string;
  readonly reason: string;
}

/** A shipped pay table, with the document that it is from. */
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
 * A spot of both pay tables. `alike` where it pays the same on every roll; `gain` is what a player saves by the other,
 * of a unit staked.
 */
export interface ComparedSpot {
  readonly one: LabSpot;
  readonly other: LabSpot;
  readonly alike: boolean;
  readonly gain: string;
}

/** `alike` counts the spots that pay the same on every roll; `same` where all do and neither has others. */
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

/** Wagers on the same spot add up. */
export interface PlanAsked {
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
}

export interface NetResult {
  readonly net: string;
  readonly ways: number;
}

export interface NetRolls {
  readonly net: string;
  readonly rolls: readonly string[];
}

/** `loss` is what the house loses on the roll; below zero it gains. */
export interface RollLoss {
  readonly roll: string;
  readonly ways: number;
  readonly loss: string;
}

/**
 * `expected` and `variance` are of the player's net of the whole plan, `edge` is per unit staked; `deviation` is
 * rounded down to four decimals; `profit`, `even` and `loss` are chances; `exposure` is the house's worst loss.
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

// taisai.house.views
// What each role may see of a table, decided here and nowhere else.

/** A round that is over, by its roll; a void one has none. */
export type Past = readonly [round: number, roll: string];

/**
 * A roll that everybody may see, and the round that it is of: where the next has begun, or a later one was void, that
 * is not the table's.
 */
export interface Shown {
  readonly round: number;
  readonly roll: string;
  readonly lit: readonly string[];
  readonly call: string;
}

/**
 * What anybody at the table sees: what lies on the layout, never whose. `closes_at` is in milliseconds since 1970, 0
 * where wagers do not close by themselves; `boxes` are the totals on the spots.
 */
export interface TableView {
  readonly phase: string;
  readonly round: number;
  readonly step: string;
  readonly closes_at: number;
  readonly boxes: Readonly<Record<string, number>>;
  readonly shown: Shown | null;
  readonly limits: readonly LimitRule[];
  readonly recent: readonly Past[];
  readonly commitment: string;
  readonly trouble: string;
  readonly void: LastVoid;
  readonly down: string;
}

/**
 * How a seat came out of the last round that was settled, which `round` names, whatever the table does since; `won` is
 * what each spot gave back.
 */
export interface Result {
  readonly round: number;
  readonly roll: string;
  readonly staked: number;
  readonly returned: number;
  readonly won: Readonly<Record<string, number>>;
}

/** What a player sees of their own seat, and nobody else but staff. */
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
  readonly result: Result | null;
}

/**
 * A closed table on its way to be opened: checks that failed and why, the test roll that is lit and that nobody has
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
 * What the people who run the table see beyond it. `moment` is where the last round stands, by which remedies go;
 * `posts` is who acts in which post. `unpaid` is what each area still has to get; `alerts` are the critical events of
 * the house that nobody has acknowledged; `called` is since when a supervisor has been called here; `excess` is what
 * was over a limit in this round and was not taken, or went back; `staff_placed` are the seats for which staff placed
 * a wager, by its spot; `dice` is what they were recorded to show, apart from the entry. `disputes` are the oldest of
 * the `disputes_open`; `seats` may be told in more than one message.
 */
export interface StaffView {
  readonly seats: readonly SeatView[];
  readonly pressed: readonly number[];
  readonly checks: readonly string[];
  readonly opening: Opening;
  readonly moment: string;
  readonly posts: Readonly<Record<string, string>>;
  readonly exposure: number;
  readonly unpaid: Readonly<Record<string, number>>;
  readonly disputes: readonly Dispute[];
  readonly disputes_open: number;
  readonly bank: Bank;
  readonly alerts: number;
  readonly called: string;
  readonly excess: readonly Stake[];
  readonly staff_placed: Readonly<Record<string, readonly number[]>>;
  readonly dice: string;
}

// taisai.table.state
// What a table knows of itself. Collections are flat and are changed in place, so that a wager costs the same in a
// round of ten and in a round of ten thousand.

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

// taisai.table.events.table
// Facts about a table as a whole.

/** `wins` is the whole pay table: spot, roll, odds to one. */
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
}

/** Who may press and enter a roll from here on, and how many tumbles are valid: what outsiders check rolls by. */
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

/** In journals of before supervisors looked at each test roll. */
export interface TestRun {
  readonly is: "test-run";
  readonly check: string;
  readonly rolls: number;
}

/** On a closed table; the layout is lit for it. */
export interface TestRollEntered {
  readonly is: "test-roll-entered";
  readonly roll: string;
  readonly lit: readonly string[];
}

/** Whoever looked says whether the layout was lit rightly. */
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

/** Win is the closing float, credits and drop, less the opening float and fills. */
export interface TableClosed {
  readonly is: "table-closed";
  readonly opening_float: number;
  readonly fills: number;
  readonly credits: number;
  readonly drop: number;
  readonly closing_float: number;
  readonly win: number;
}

export interface LimitsChanged {
  readonly is: "limits-changed";
  readonly old: readonly LimitRule[];
  readonly new: readonly LimitRule[];
  readonly second: string;
}

/** Whoever is named acts in the post, and in no other role; an empty post ends it. */
export interface PostAssigned {
  readonly is: "post-assigned";
  readonly name: string;
  readonly post: string;
}

/** `lit` is what was really lit; `dice` what they show, recorded apart from the entry. */
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

// taisai.table.events.money
// Facts about seats: their money, chips and terminals. `second` is the other person where two were needed.

/** `voucher` is the digest of the redeemed voucher's number, empty for cash. */
export interface CreditBought {
  readonly is: "credit-bought";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
}

/**
 * `collected` in journals of before printers were asked about: the meter moves with this. Now it moves with `voucher-
 * collected`.
 */
export interface VoucherIssued {
  readonly is: "voucher-issued";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
  readonly expires: string;
  readonly collected: boolean;
  readonly second: string;
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

/** At another table, whose `credit-bought` moves the money; this one issued it. */
export interface VoucherRedeemed {
  readonly is: "voucher-redeemed";
  readonly seat: number;
  readonly amount: number;
  readonly voucher: string;
  readonly ending: string;
}

export interface CashChanged {
  readonly is: "cash-changed";
  readonly seat: number;
  readonly chips: readonly number[];
  readonly amount: number;
}

export interface ColourAssigned {
  readonly is: "colour-assigned";
  readonly seat: number;
  readonly colour: string;
  readonly value: number;
}

export interface ChipsExchanged {
  readonly is: "chips-exchanged";
  readonly seat: number;
  readonly given: readonly number[];
  readonly received: readonly number[];
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

/** `paid` was given by hand and leaves the credit. */
export interface SeatReleased {
  readonly is: "seat-released";
  readonly seat: number;
  readonly procedure: string;
  readonly paid: number;
  readonly second: string;
}

/** By wagering, the seat's credit does not fall below `floor`; more credit raises it, cashing out ends it. */
export interface LossLimited {
  readonly is: "loss-limited";
  readonly seat: number;
  readonly amount: number;
  readonly floor: number;
}

/** In cash, which no seat ever held. */
export interface OwedPaid {
  readonly is: "owed-paid";
  readonly seat: number;
  readonly amount: number;
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

// taisai.table.events.rounds
// Facts about the dice and the settlement of a round.

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

export interface RollCommitted {
  readonly is: "roll-committed";
  readonly round: number;
  readonly commitment: string;
  readonly kept: string;
}

export interface CommitmentOpened {
  readonly is: "commitment-opened";
  readonly round: number;
  readonly throw: string;
  readonly nonce: string;
}

export interface DiceRevealed {
  readonly is: "dice-revealed";
  readonly round: number;
}

export interface ButtonPressed {
  readonly is: "button-pressed";
  readonly round: number;
  readonly face: number;
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

/**
 * While winners are being paid: stakes that were collected or paid out lie on the layout again, `restored` in all, and
 * what was paid is taken back.
 */
export interface SettlementUndone {
  readonly is: "settlement-undone";
  readonly round: number;
  readonly restored: number;
  readonly corrections: readonly Correction[];
}

/** Losing stakes leave the layout, and refused parts go back; `winners`, by area, wait to be paid. */
export interface LosersCollected {
  readonly is: "losers-collected";
  readonly round: number;
  readonly roll: string;
  readonly lost: readonly Award[];
  readonly winners: Readonly<Record<string, readonly Award[]>>;
  readonly overflow: number;
}

export interface AreaPaid {
  readonly is: "area-paid";
  readonly round: number;
  readonly area: string;
  readonly awards: readonly Award[];
}

export interface RoundSettled {
  readonly is: "round-settled";
  readonly round: number;
  readonly roll: string;
}

// taisai.table.events.wagers
// Facts about wagers, from the opening call to the closing call and after it.

export interface BetsOpened {
  readonly is: "bets-opened";
  readonly round: number;
  readonly call: string;
}

/**
 * `stake` was taken, `excess` was not; `placed_by` is the role of whoever placed it, `asked_by` on whose word staff
 * did.
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
}

/** `reason` and `second` where staff moved what staff had placed. */
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

/**
 * Found elsewhere after wagers closed; it counts there only where `counts`, and with a `second` person where staff had
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

/** A wager on the line counts on its spot, or its stake goes back. */
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

export interface WagerWithdrawn {
  readonly is: "wager-withdrawn";
  readonly round: number;
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  readonly reason: string;
  readonly second: string;
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

// taisai.table.events.remedies
// Facts about rounds that are put right.

/** `returned` went back from the layout, `corrections` put right what was collected and paid; `staked` is all. */
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

/** Named among rounds that are void, and void already. */
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

// taisai.house.vouchers
// A voucher as it is printed: once, for whoever cashed out.

/**
 * `sequence` is its entry in the table's journal; `code` is the picture of the number, as SVG; `electronic` and
 * `paytable` say what the table is where it deals itself.
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
  readonly words: string;
  readonly sequence: number;
  readonly number: string;
  readonly kind: string;
  readonly expires: string;
  readonly code: string;
  readonly electronic: boolean;
  readonly paytable: string;
}

// taisai.people.rights
// Who may do what: the one table of rights.

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
  | "run-self-test"
  | "accept-software";

// taisai.people.state
// What the register knows. Sessions, approvals and invitations are not here: a restart ends them.

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
}

/** One change of the software: when, by whom, to what, and which files came, went or changed. */
export interface SoftwareChange {
  readonly at: string;
  readonly by: string;
  readonly version: string;
  readonly digest: string;
  readonly items: readonly string[];
}

// taisai.people.staffing
// Who is on the staff.

/** A person in the listing of user rights; `password_at` is empty until one is set. */
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

// taisai.wire.felts
// What never changes while a table runs: where its spots lie, what they pay, how it is played.

/** `odds` to one, by what shows; `hit` and `edge` are exact fractions such as 5/36. */
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
}

/** A spot's rectangle, in units of the arrangement. */
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

/** All that a felt is drawn from; it knows no rule. */
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

/**
 * `commands` are those that put it right, none where nobody has to do anything; `stops` says that no round begins
 * until it is cleared.
 */
export interface TroubleInfo {
  readonly trouble: string;
  readonly effect: string;
  readonly clause: string;
  readonly causes: readonly string[];
  readonly commands: readonly string[];
  readonly stops: boolean;
}

/**
 * What comes of an order about an irregularity at one moment: done by `by`, with a second person where `two`, or
 * refused, for which `why` is given.
 */
export interface RemedyInfo {
  readonly does: string;
  readonly by: readonly Role[];
  readonly two: boolean;
  readonly why: string;
}

/**
 * How this table is played: the rulebook's own steps, who may take them, and what may go wrong. `clauses` is what the
 * clauses of its checks, steps and troubles say, in our own words; `calls` are the words for each roll, and
 * `differential` the opposite spot of one of each pair. `remedies` are by order, irregularity and moment; `scope` is
 * what a maximum is for where the limit does not say.
 */
export interface Play {
  readonly book: string;
  readonly document: string;
  readonly steps: readonly StepInfo[];
  readonly troubles: readonly TroubleInfo[];
  readonly acts: Readonly<Record<string, readonly Role[]>>;
  readonly checks: readonly string[];
  readonly test_run: string;
  readonly tumbles_min: number;
  readonly clauses: Readonly<Record<string, string>>;
  readonly act_clauses: Readonly<Record<string, string>>;
  readonly phrases: Phrases;
  readonly calls: Readonly<Record<string, string>>;
  readonly differential: Readonly<Record<string, string>>;
  readonly remedies: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, RemedyInfo>>>>>>;
  readonly scope: string;
}

/** The spots that each of the 56 rolls lights. */
export interface Lit {
  readonly lit: Readonly<Record<string, readonly string[]>>;
}

// taisai.rules.rulebook
// A rule document as data: how a round goes, who may do what, what is paid, what happens when things go wrong.

/** The words a dealer calls. */
export interface Phrases {
  readonly open_bets: string;
  readonly close_bets: string;
  readonly void: string;
  readonly double: string;
  readonly triple: string;
  readonly total: string;
}

// taisai.keeping.evidence
// A dispute as it was opened: the table, the seat and its last rounds at that moment, rebuilt from the journal.

/** Something that was written down: where, when and by whom. Empty where it was not yet. */
export interface Written {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
}

/**
 * `fits` says that the journal still ends, at the entry that the dispute names, with the seal that it names: what is
 * shown here is what was known then. `rounds` are the last ten of the seat, newest first.
 */
export interface Evidence {
  readonly opened: Written;
  readonly decided: Written;
  readonly fits: boolean;
  readonly table: TableView;
  readonly seat: SeatView | null;
  readonly rounds: readonly Lived[];
}

// taisai.house.lived
// The last rounds of each seat as its player lived them, corrections and voids included.

/** `opening` and `closing` are the credit before the first wager and after the last payment; `void` is why. */
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

// taisai.people.noting
// Significant events: noted, found again, and acknowledged where they are critical.

/** Newest first. Where `before_seq` is not 0 there may be more: search again with it. */
export interface Page {
  readonly happenings: readonly Happened[];
  readonly before_seq: number;
}

// taisai.people.happenings
// What a house must be able to look up later, and how grave it is.

/** What is critical waits until somebody acknowledges it. */
export type Severity = "info" | "warning" | "critical";

// taisai.keeping.selftest
// Is everything as it was left? Asked before the house opens, every day and on demand; the answers are values.

/** `words` say what was found and, where it is not as it should be, what to do; `value` is what it is about. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly words: string;
  readonly value: string;
}

// taisai.wire.logs
// What outsiders are told of the logs of a house.

/** A journal as a log: `origin` is its name outside, `key` verifies its checkpoints, `size` is the newest's. */
export interface LogInfo {
  readonly log: string;
  readonly origin: string;
  readonly key: string;
  readonly size: number;
}

export interface Logs {
  readonly logs: readonly LogInfo[];
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
  | Pong;

export type Command =
  | RecordCheck
  | JudgeTest
  | OpenTable
  | CloseTable
  | ChangeLimits
  | BuyIn
  | CashOut
  | CollectVoucher
  | CancelVoucher
  | NoteRedeemed
  | ChangeCash
  | AssignColour
  | ColourUp
  | FillFloat
  | CreditFloat
  | TumbleDice
  | OpenBets
  | PlaceWager
  | MoveWager
  | WithdrawWager
  | CloseBets
  | RecordUnnoticed
  | CommitRoll
  | OpenCommitment
  | RevealDice
  | PressButton
  | EnterRoll
  | AmendEntry
  | CollectLosers
  | PayArea
  | VoidRound
  | ReverseRounds
  | CorrectRound
  | RecordMoved
  | MoveWagerBack
  | JudgeLine
  | ReportTrouble
  | ClearTrouble
  | Resume
  | ReportTerminal
  | MendTerminal
  | LeaveSeat
  | LockSeat
  | ReleaseSeat
  | LimitLoss
  | PayOwed
  | OpenDispute
  | DecideDispute
  | AssignPost
  | StopTable;

export type Event =
  | TableInstalled
  | RulesStated
  | CheckRecorded
  | TestRun
  | TestRollEntered
  | TestRollJudged
  | TableOpened
  | TableClosed
  | LimitsChanged
  | CreditBought
  | VoucherIssued
  | VoucherCollected
  | VoucherCancelled
  | VoucherRedeemed
  | CashChanged
  | ColourAssigned
  | ChipsExchanged
  | FloatFilled
  | FloatCredited
  | RoundBegun
  | DiceTumbled
  | BetsOpened
  | WagerPlaced
  | WagerMoved
  | WagerShifted
  | LineJudged
  | WagerWithdrawn
  | ExcessRejected
  | RollCommitted
  | CommitmentOpened
  | BetsClosed
  | UnnoticedRecorded
  | DiceRevealed
  | ButtonPressed
  | RollEntered
  | EntryAmended
  | SettlementUndone
  | LosersCollected
  | AreaPaid
  | RoundSettled
  | RoundVoided
  | RoundReversed
  | RoundPassedOver
  | RoundCorrected
  | TroubleReported
  | TroubleCleared
  | TerminalFailed
  | TerminalMended
  | SeatLeft
  | SeatLocked
  | SeatReleased
  | LossLimited
  | OwedPaid
  | DisputeOpened
  | DisputeDecided
  | PostAssigned;

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
  "chips-not-here",
  "chip-unknown",
  "stack-order",
  "colour-taken",
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
  "journal-not-durable",
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
  "anchor-invalid",
  "log-key-invalid",
  "note-invalid",
  "note-unsigned",
  "note-forged",
  "checkpoint-invalid",
  "log-proof-invalid",
  "log-proof-wrong",
  "witnesses-missing",
  "tile-invalid",
  "register-founded",
  "sign-in-slowed",
  "sign-in-failed",
  "session-unknown",
  "session-expired",
  "session-idle",
  "password-due",
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
  "search-invalid",
  "not-waiting",
  "software-same",
  "report-unknown",
  "period-invalid",
  "grouping-unfit",
  "source-missing",
  "throws-few",
  "out-failed",
  "too-many-requests",
  "host-unknown",
  "origin-unfit",
  "route-unknown",
  "message-too-large",
  "text-too-long",
  "message-invalid",
  "log-unknown",
  "tile-unknown",
  "receipt-not-yet",
  "reading-stopped",
  "not-joined",
  "program-error",
] as const;

export const HAPPENINGS = [
  "started",
  "stopped",
  "power-reset",
  "clock-changed",
  "self-test-passed",
  "self-test-failed",
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
  "anchors-lost",
  "anchors-back",
  "marks-lost",
  "marks-back",
  "witness-lost",
  "witness-back",
  "log-disputed",
  "disk-low",
  "backup-made",
  "backup-key-taken",
  "data-lost",
  "data-restored",
  "data-exported",
  "device-invited",
  "device-enrolled",
  "device-revoked",
  "device-lost",
  "device-back",
  "enrolment-failed",
  "enrolment-slowed",
  "rate-exceeded",
  "sign-in-failed",
  "person-locked",
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
  "voucher-refused",
  "voucher-cancelled",
  "voucher-mended",
  "balance-wrong",
] as const;
