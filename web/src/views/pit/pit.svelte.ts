/** The person signed in at the pit: their rights, the tables that they follow, and their orders. */
import { getContext, setContext } from "svelte";
import { notes, type Note } from "../../felt/notes";
import { current } from "../../i18n/i18n.svelte";
import { withCurrency } from "../../i18n/money";
import { Live, type Terms } from "../../link/live.svelte";
import * as api from "../../shared/api";
import { everyPage } from "../../shared/paging";
import { byTwo, gateOf, shutText, type OrderName } from "../../shared/gates";
import { actingRole, type Seen } from "../../shared/remedies";
import { slipOf, type Slip } from "../../slips/slips";
import type {
  ActApproval as Act, Command, Device, Devices, Dispute, Disputes, Felt, Happened, Listed, Me, Play, Right, Staff, TableInfo, Tables, Taken, Waiting,
} from "../../wire";

/** What never changes while a table runs. */
export interface About {
  readonly info: TableInfo;
  readonly felt: Felt;
  readonly lights: Readonly<Record<string, readonly string[]>>;
  readonly play: Play;
  readonly notes: ReadonlyMap<string, Note>;
}

/** A dispute and its table. */
export interface Disputed {
  readonly table: string;
  readonly dispute: Dispute;
}

/** A request that needs two people and waits for them. `asked` is what each of them approves. */
export interface Agreeing {
  readonly summary: string;
  readonly newTerms: () => Terms;
  readonly path: string;
  readonly asked: (terms: Terms) => object;
  readonly give: (terms: Terms) => Promise<void>;
  readonly leave: () => void;
}

const FOLLOWED = 40; // tables with their own socket; a browser opens no more than about a hundred
const AGAIN_MS = [300, 900, 2_000] as const;
const UNSETTLED: readonly string[] = ["journal-down", "table-busy", "table-moving"]; // it is unknown whether it was accepted
const ENDED: readonly string[] = ["session-unknown", "session-expired", "caller-changed"];
const KEY = Symbol("pit");
const page = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "");
let given = 0;

export class Pit {
  waiting = $state.raw<readonly Happened[]>([]);
  /** The session timed out: a PIN is needed first. */
  asleep = $state(false);
  agreeing = $state.raw<Agreeing | null>(null);
  /** The slip of the last accepted order, until it is dismissed. */
  slip = $state.raw<Slip | null>(null);
  private readonly abouts = new Map<string, Promise<About>>();
  private wake: (() => void) | null = null;
  readonly lives: ReadonlyMap<string, Live>;

  constructor(
    readonly who: Me,
    readonly floor: Tables,
    private readonly ended: () => void,
  ) {
    this.lives = new Map(floor.tables.slice(0, FOLLOWED).map((one) => [one.table, new Live(one.table)]));
    for (const live of this.lives.values()) live.start();
    if (this.may("read-events")) void this.look();
  }

  stop(): void {
    for (const live of this.lives.values()) live.stop();
  }

  may(right: Right): boolean {
    return this.who.rights.includes(right);
  }

  /** A table as this person sees it, to decide what they may do there now. */
  seen({ info, play }: About): Seen {
    const live = this.lives.get(info.table);
    return { play, table: live?.table ?? null, staff: live?.staff ?? null, who: this.who };
  }

  /** Whether an order is for the role in which this person acts there. */
  mayGive(about: About, order: OrderName): boolean {
    return this.may("order") && !!gateOf(about.play, order)?.by.includes(actingRole(this.who, this.seen(about).staff));
  }

  /** Why the table does not take an order now, in words; empty if it does. */
  shut(about: About, order: OrderName | Command): string {
    const { table, staff } = this.seen(about);
    return shutText(gateOf(about.play, order), table, staff);
  }

  /** Unacknowledged critical events, as reported by the tables or last loaded. */
  get alerts(): number {
    for (const live of this.lives.values()) if (live.staff) return live.staff.alerts;
    return this.waiting.length;
  }

  info(table: string): TableInfo | undefined {
    return this.floor.tables.find((one) => one.table === table);
  }

  money(minor: number, currency: string): string {
    return withCurrency(minor, currency, current());
  }

  about(table: string): Promise<About> {
    const found = this.abouts.get(table) ?? this.ask(() => read(table));
    this.abouts.set(table, found);
    found.catch(() => this.abouts.delete(table));
    return found;
  }

  async look(): Promise<void> {
    this.waiting = (await this.ask(() => api.get<Waiting>("/api/events/waiting"))).waiting;
  }

  /** Asks the house; if the session timed out, a PIN wakes it and the question is repeated. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (error instanceof api.Refused && ENDED.includes(error.code)) this.ended();
        if (!(error instanceof api.Refused) || error.code !== "session-idle") throw error;
        await new Promise<void>((resolve) => {
          const before = this.wake;
          this.wake = () => (before?.(), resolve());
          this.asleep = true;
        });
      }
    }
  }

  woken(): void {
    this.asleep = false;
    this.wake?.();
    this.wake = null;
  }

  get = <T>(path: string): Promise<T> => this.ask(() => api.get<T>(path));
  post = <T>(path: string, body: unknown = {}): Promise<T> => this.ask(() => api.post<T>(path, body));

  staff(grown?: (all: readonly Listed[]) => void): Promise<readonly Listed[]> {
    return everyPage(async (after) => {
      const { staff, more } = await this.get<Staff>(`/api/staff?after=${encodeURIComponent(after)}`);
      return { some: staff, more };
    }, (one) => one.name, grown);
  }

  devices(grown?: (all: readonly Device[]) => void): Promise<readonly Device[]> {
    return everyPage(async (after) => {
      const { devices, more } = await this.get<Devices>(`/api/devices?after=${encodeURIComponent(after)}`);
      return { some: devices, more };
    }, (one) => one.id, grown);
  }

  disputes(): Promise<readonly Disputed[]> {
    return everyPage(async (after) => {
      const { disputes, more } = await this.get<Disputes>(`/api/disputes?after=${encodeURIComponent(after)}`);
      return { some: Object.entries(disputes).flatMap(([table, some]) => some.map((dispute) => ({ table, dispute }))), more };
    }, ({ table, dispute }) => `${table}:${dispute.number}`);
  }

  /** Fixed before two people agree, because they approve one order: this id, in this round. */
  newTerms(table: string): Terms {
    const round = this.lives.get(table)?.table?.round ?? this.info(table)?.round ?? 0;
    return { id: `pit-${page}-${++given}`, round, approvals: [] };
  }

  /** At once or, if it needs two people, after both have agreed; `summary` tells the second person what it is, and `two`
   * that a remedy takes them. */
  async give(table: string, command: Command, summary = "", remedy = false): Promise<Taken> {
    const known = this.about(table).then(({ play }) => byTwo(play, command, this.lives.get(table)?.staff ?? null), () => false);
    const two = remedy || (await known);
    const asked = ({ id, round }: Terms) => ({ table, giver: this.who.name, id, round, command });
    const newTerms = () => this.newTerms(table);
    return this.byTwo({ summary, newTerms, path: "/api/approvals", asked }, two, (terms) => this.send(table, command, terms ?? newTerms()));
  }

  /** A request about people or devices, handled like an order. */
  act<T>(method: Act["method"], path: string, summary: string, body?: Act["body"]): Promise<T> {
    const asked = ({ id }: Terms) => ({ giver: this.who.name, id, method, path, body: body ?? {} });
    const newTerms = () => ({ id: `pit-${page}-${++given}`, round: 0, approvals: [] });
    return this.byTwo({ summary, newTerms, path: "/api/approvals/acts", asked }, true, (terms) => this.ask(() => api.act<T>(method, path, body, terms)));
  }

  /** `two`: known to need two people; a person who is alone in the house tries it anyway. */
  private async byTwo<T>(what: Omit<Agreeing, "give" | "leave">, two: boolean, send: (terms?: Terms) => Promise<T>): Promise<T> {
    let missing: unknown = new api.Refused("dual-control", "", "");
    try {
      if (!two || this.who.alone) return await send();
    } catch (error) {
      if (!(error instanceof api.Refused) || error.code !== "dual-control") throw error;
      missing = error;
    }
    return new Promise<T>((resolve, reject) => {
      const give = async (terms: Terms) => {
        resolve(await send(terms));
        this.agreeing = null;
      };
      const leave = () => {
        this.agreeing = null;
        reject(missing);
      };
      this.agreeing = { ...what, give, leave };
    });
  }

  /** Sent again under the same id until its result is known. */
  private async send(table: string, command: Command, terms: Terms): Promise<Taken> {
    const order = { is: "give", command, ...terms };
    const path = `/api/tables/${encodeURIComponent(table)}/orders`;
    for (let attempt = 0; ; attempt++) {
      try {
        const taken = await this.post<Taken>(path, order);
        this.slip = slipOf(table, taken, Date.now()) ?? this.slip;
        return taken;
      } catch (error) {
        const wait = AGAIN_MS[attempt];
        const unsettled = !(error instanceof api.Refused) || UNSETTLED.includes(error.code);
        if (wait === undefined || !unsettled) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }
}

async function read(table: string): Promise<About> {
  const [info, felt, { lit }, play] = await Promise.all([api.tableInfo(table), api.felt(table), api.lit(table), api.play(table)]);
  return { info, felt, lights: lit, play, notes: notes(lit) };
}

export const setPit = (pit: () => Pit): void => void setContext(KEY, pit);
export const getPit = (): Pit => getContext<() => Pit>(KEY)();
