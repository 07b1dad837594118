/** What receipts of one table say: its pay table, and the wagers, roll and awards of each round. */
import type { Entry } from "./receipts";

export interface Staked {
  readonly seat: number;
  readonly spot: string;
  readonly stake: number;
  /** What comes back, stake and winnings; null if roll or pay table are not among the receipts. */
  readonly due: number | null;
  /** The multiplier of its winnings. */
  readonly times: number;
}

export interface Round {
  readonly round: number;
  readonly roll: string;
  readonly settled: boolean;
  readonly wagers: readonly Staked[];
  /** Something else happened to the wagers, so that the award cannot be calculated from them alone. */
  readonly changed: boolean;
}

export interface Story {
  readonly table: string;
  readonly paytable: string;
  readonly fingerprint: string;
  readonly currency: string;
  readonly rounds: readonly Round[];
}

type Wins = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Event = Entry["event"];
/** As in entry 1: shares of winnings, and their rounding. */
type Commission = Readonly<{ of: number; per: number; unit: number; direction: string }>;
interface Paid {
  readonly wins: Wins;
  readonly kept: Readonly<Record<string, Commission>>;
}

const CHANGES = ["wager-moved", "wager-shifted", "line-judged", "unnoticed-recorded", "excess-rejected", "entry-amended", "round-voided", "round-reversed", "round-corrected"];
const word = (value: unknown): string => (typeof value === "string" ? value : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isSafeInteger(value) ? value : 0);

export function storyOf(entries: readonly Entry[]): Story {
  const events = entries.map((entry) => entry.event);
  const installed = events.find((event) => event.is === "table-installed");
  const numbers = [...new Set(events.map((event) => count(event["round"])).filter(Boolean))];
  const { spots } = (installed?.["multipliers"] ?? {}) as { readonly spots?: readonly unknown[] };
  const paid: Paid = { wins: (installed?.["wins"] ?? {}) as Wins, kept: (installed?.["commissions"] ?? {}) as Paid["kept"] };
  return {
    table: word(installed?.["table"]),
    paytable: word(installed?.["paytable"]),
    fingerprint: word(installed?.["fingerprint"]),
    currency: word(installed?.["currency"]),
    rounds: numbers.map((number) => {
      const own = events.filter((event) => count(event["round"]) === number);
      const known = installed && (!spots?.length || own.some((event) => event.is === "multipliers-drawn"));
      return roundOf(number, own, known ? paid : null);
    }),
  };
}

function roundOf(round: number, events: readonly Event[], paid: Paid | null): Round {
  const rolls = events.filter((event) => event.is === "roll-entered" || event.is === "entry-amended");
  const roll = word(rolls.at(-1)?.["roll"]);
  const changed = events.some((event) => CHANGES.includes(event.is) && event.is !== "entry-amended");
  const wagers = [...stakes(events).values()].filter((one) => one.stake > 0);
  const settled = events.some((event) => event.is === "round-settled");
  const struck = (events.find((event) => event.is === "multipliers-drawn")?.["struck"] ?? {}) as Readonly<Record<string, unknown>>;
  const timed = wagers.map((one) => ({ ...one, times: count(struck[one.spot]) || 1 }));
  return { round, roll, settled, changed, wagers: timed.map((one) => ({ ...one, due: paid && roll && !changed ? dueOn(one, roll, paid) : null })) };
}

/** By seat and spot: what was placed, minus what was taken back. */
function stakes(events: readonly Event[]): ReadonlyMap<string, Omit<Staked, "due" | "times">> {
  const found = new Map<string, Omit<Staked, "due" | "times">>();
  for (const event of events) {
    const sign = event.is === "wager-placed" ? 1 : event.is === "wager-withdrawn" ? -1 : 0;
    if (!sign) continue;
    const [seat, spot] = [count(event["seat"]), word(event["spot"])];
    const before = found.get(`${seat} ${spot}`)?.stake ?? 0;
    found.set(`${seat} ${spot}`, { seat, spot, stake: before + sign * count(event["stake"]) });
  }
  return found;
}

function dueOn({ spot, stake, times }: Omit<Staked, "due">, roll: string, { wins, kept }: Paid): number | null {
  const odds = wins[spot];
  if (!odds) return null;
  const [above = 0, below = 1] = (odds[roll] ?? "").split("/").map(Number);
  if (odds[roll] === undefined) return 0;
  const won = (stake * above * (above > 0 ? times : 1)) / below;
  return stake + won - (won > 0 ? keptOf(kept[spot], won) : 0);
}

/** The commission, rounded as entry 1 says. */
function keptOf(commission: Commission | undefined, won: number): number {
  if (!commission) return 0;
  const [above, below] = [won * commission.of, commission.per * commission.unit];
  const rest = above % below;
  const up = commission.direction === "up" ? rest > 0 : commission.direction === "nearest" && 2 * rest >= below;
  return Math.min(((above - rest) / below + (up ? 1 : 0)) * commission.unit, won);
}
