/** The state of the lab in the address: a link shows everyone the same. */
import type { PlanWager } from "../../wire";
import { STAKE_MAX } from "./slip";

export const VIEWS = ["edges", "compare", "plan", "evening", "systems", "house", "dice", "design"] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Shared {
  readonly view: ViewName;
  readonly one: string;
  readonly other: string;
  readonly paytable: string;
  readonly wagers: readonly PlanWager[];
  /** Further parameters of a view, by name. */
  readonly more: More;
}

const WHOLE = /^[1-9][0-9]{0,11}$/;
const MORE = {
  rounds: WHOLE, bankroll: WHOLE, goal: WHOLE, hour: WHOLE, maximum: WHOLE, systems: /^[a-z0-9.-]{1,120}$/, table: /^[\w.-]{1,40}$/, throws: /^([1-6]{3}){1,2000}$/,
  design: /./, // which reports what it cannot read
} as const;
export type Asked = keyof typeof MORE;
export type More = Readonly<Partial<Record<Asked, string>>>;
const ASKED: Readonly<Record<ViewName, readonly Asked[]>> = {
  edges: [], compare: [], plan: [], evening: ["rounds", "bankroll", "goal", "hour"], systems: ["rounds", "bankroll", "goal", "maximum", "systems"], house: ["rounds"],
  dice: ["table", "throws"], design: ["design"],
};
const WITH_PLAN: readonly ViewName[] = ["plan", "evening", "systems", "house"];

const WAGERS_MAX = 200; // the server's limit

/** Only characters that an address shows unchanged: rws-6.2_big.100_double-2.10 */
export function planText(paytable: string, wagers: readonly PlanWager[]): string {
  return [paytable.replace("/", "."), ...wagers.map(({ spot, stake }) => `${spot}.${stake}`)].join("_");
}

/** Unreadable parts are left out; the caller checks whether a spot is on the pay table. */
export function planOf(text: string): { paytable: string; wagers: PlanWager[] } {
  const [table = "", ...rest] = text.split("_");
  const stakes = new Map<string, number>();
  for (const part of rest.slice(0, WAGERS_MAX)) {
    const [, spot, digits] = /^([a-z0-9-]{1,40})\.([1-9][0-9]{0,9})$/.exec(part) ?? [];
    const stake = Number(digits);
    if (spot && stake <= STAKE_MAX) stakes.set(spot, stake);
  }
  const wagers = [...stakes].map(([spot, stake]) => ({ spot, stake }));
  return { paytable: /^[a-z0-9-]{1,30}\.[0-9]{1,3}$/.test(table) ? table.replace(".", "/") : "", wagers };
}

export function read(search: string): Shared {
  const asked = new URLSearchParams(search);
  const plan = asked.get("plan");
  const table = (name: string) => (asked.get(name) ?? "").replace(".", "/").slice(0, 40);
  const view = VIEWS.find((one) => one === asked.get("view")) ?? (plan ? "plan" : asked.get("one") ? "compare" : "edges");
  return { view, one: table("one"), other: table("other"), ...planOf(plan ?? ""), more: moreOf(asked) };
}

function moreOf(asked: URLSearchParams): More {
  return Object.fromEntries(Object.entries(MORE).flatMap(([name, fits]) => (fits.test(asked.get(name) ?? "") ? [[name, asked.get(name)]] : [])));
}

/** The requested whole number, or the default. */
export const whole = (more: More, name: Asked, usual: number): number => Number(more[name] ?? usual);

export function written({ view, one, other, paytable, wagers, more }: Shared): string {
  const asked = new URLSearchParams({ view });
  if (view === "compare") {
    asked.set("one", one.replace("/", "."));
    asked.set("other", other.replace("/", "."));
  }
  if (WITH_PLAN.includes(view) && paytable) asked.set("plan", planText(paytable, wagers));
  for (const name of ASKED[view]) if (more[name]) asked.set(name, more[name]);
  return `?${asked}`;
}
