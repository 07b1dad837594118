/** Watches a seat's rounds for what is put right: another roll, a settlement that is undone, a round settled again or void. */
import * as api from "../../shared/api";
import type { Past, Result, SeatView, TableView } from "../../wire";
import { turned, type News } from "./news";

type Known = Pick<Result, "roll" | "returned">;
const REMEMBERED = 20; // rounds; the table tells of more than that
const LIT = ["entered", "settling"];

export class Rightings {
  private readonly results = new Map<number, Known>();
  private news: News | null = null;
  private roll = "";
  private lit: readonly string[] = [];
  private credit = 0;

  constructor(
    private readonly table: string,
    private readonly tell: (news: News) => void,
  ) {}

  /** The table is told before the seat, so what was taken back is known one message later. */
  follow(from: string, table: TableView, seat: SeatView): void {
    const again = from === "settling" && table.phase === "entered";
    const other = table.phase === "entered" && !!this.roll && this.roll !== table.shown?.roll;
    if ((again || other) && Object.keys(seat.stakes).length) {
      this.say({ is: other ? "amended" : "undone", round: table.round, old: this.roll, roll: table.shown?.roll ?? "", again, ...turned(seat.stakes, this.lit, table.shown?.lit ?? []) });
    } else if (this.news?.again && this.news.taken === undefined && this.news.round === table.round && seat.credit !== this.credit) {
      this.say({ ...this.news, taken: this.credit - seat.credit });
    }
    [this.roll, this.lit] = LIT.includes(table.phase) && table.shown ? [table.shown.roll, table.shown.lit] : ["", []];
    if (!again) this.credit = seat.credit;
    void this.compare(table.recent, table.round - REMEMBERED);
    if (seat.result && !this.results.has(seat.result.round)) this.results.set(seat.result.round, seat.result);
  }

  /** What became, meanwhile, of the rounds that this seat was settled in. */
  private async compare(recent: readonly Past[], since: number): Promise<void> {
    for (const [round, before] of [...this.results]) {
      const now = recent.find(([one]) => one === round)?.[1] ?? "";
      if (now === before.roll && round > since) continue;
      this.results.delete(round);
      if (now !== before.roll) await this.righted(round, before, now);
    }
  }

  private async righted(round: number, before: Known, roll: string): Promise<void> {
    const lived = await api.seatRounds(this.table).then(({ rounds }) => rounds.find((one) => one.round === round), () => undefined);
    const returned = Object.values(lived?.returned ?? {}).reduce((sum, one) => sum + one, 0);
    if (roll) this.results.set(round, { roll, returned });
    this.say({ is: roll ? "corrected" : "reversed", round, old: before.roll, roll, again: false, wins: [], lost: [], ...(lived ? { change: returned - before.returned } : {}) });
  }

  private say(news: News): void {
    this.news = news;
    this.tell(news);
  }
}
