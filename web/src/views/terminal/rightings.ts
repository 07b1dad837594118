/** Watches a seat's rounds for corrections: another roll, an undone settlement, a round settled again or void. */
import * as api from "../../shared/api";
import type { Past, Result, SeatView, TableView } from "../../wire";
import { read, write } from "./kept";
import { turned, type News } from "./news";

type Known = Pick<Result, "roll" | "returned">;
const REMEMBERED = 20; // rounds; the table sends more than that
const LIT = ["entered", "settling"];

/** What was shown here, for a player who reloads or returns after a correction. */
interface Told {
  readonly results: readonly (readonly [number, Known])[];
  readonly round: number;
  readonly roll: string;
  readonly lit: readonly string[];
}

export class Rightings {
  private results = new Map<number, Known>();
  private news: News | null = null;
  private round = 0;
  private roll = "";
  private lit: readonly string[] = [];
  private credit = 0;
  private seat = 0;
  private kept = "";

  constructor(
    private readonly table: string,
    private readonly tell: (news: News) => void,
  ) {}

  /** The table's message comes before the seat's, so what was taken back is known one message later. */
  follow(from: string, table: TableView, seat: SeatView): void {
    if (seat.seat !== this.seat) this.recollect(seat.seat);
    const again = from === "settling" && table.phase === "entered";
    const other = LIT.includes(table.phase) && !!this.roll && this.round === table.round && this.roll !== table.shown?.roll;
    if ((again || other) && Object.keys(seat.stakes).length) {
      this.say({ is: other ? "amended" : "undone", round: table.round, old: this.roll, roll: table.shown?.roll ?? "", again, ...turned(seat.stakes, this.lit, table.shown?.lit ?? []) });
    } else if (this.news?.again && this.news.taken === undefined && this.news.round === table.round && seat.credit !== this.credit) {
      this.say({ ...this.news, taken: this.credit - seat.credit });
    }
    [this.round, this.roll, this.lit] = LIT.includes(table.phase) && table.shown ? [table.round, table.shown.roll, table.shown.lit] : [0, "", []];
    if (!again) this.credit = seat.credit;
    void this.compare(table.recent, table.round);
    if (seat.result && !this.results.has(seat.result.round)) this.results.set(seat.result.round, seat.result);
    this.keep();
  }

  private recollect(seat: number): void {
    this.seat = seat;
    const told = read<Told>(`told.${this.table}.${seat}`);
    this.results = new Map(told?.results ?? []);
    [this.round, this.roll, this.lit] = told ? [told.round, told.roll, told.lit] : [0, "", []];
  }

  private keep(): void {
    const results = [...this.results].map(([round, { roll, returned }]) => [round, { roll, returned }] as const);
    const told: Told = { results, round: this.round, roll: this.roll, lit: this.lit };
    const text = JSON.stringify(told);
    if (text !== this.kept) write(`told.${this.table}.${this.seat}`, told);
    this.kept = text;
  }

  /** What happened meanwhile to the rounds that were settled for this seat. */
  private async compare(recent: readonly Past[], last: number): Promise<void> {
    const oldest = recent[0]?.[0] ?? Infinity;
    for (const [round, before] of [...this.results]) {
      const now = recent.find(([one]) => one === round)?.[1] ?? "";
      if (now === before.roll && round > last - REMEMBERED) continue;
      this.results.delete(round);
      const told = round >= oldest && round <= last; // otherwise the table no longer mentions it
      if (now !== before.roll && told) await this.righted(round, before, now);
    }
  }

  private async righted(round: number, before: Known, roll: string): Promise<void> {
    const lived = await api.seatRounds(this.table).then(({ rounds }) => rounds.find((one) => one.round === round), () => undefined);
    const returned = Object.values(lived?.returned ?? {}).reduce((sum, one) => sum + one, 0);
    if (roll) this.results.set(round, { roll, returned });
    this.keep();
    this.say({ is: roll ? "corrected" : "reversed", round, old: before.roll, roll, again: false, wins: [], lost: [], ...(lived ? { change: returned - before.returned } : {}) });
  }

  private say(news: News): void {
    this.news = news;
    this.tell(news);
  }
}
