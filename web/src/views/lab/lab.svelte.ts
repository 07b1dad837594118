/** What all parts of the lab share: the pay tables, their felts, and number formats. */
import { toned } from "../../theme/look.svelte";
import { current } from "../../i18n/i18n.svelte";
import { get, me, post } from "../../shared/api";
import type {
  Comparison, DesignAsked, DesignFigures, DiceFigures, EveningAsked, EveningFigures, Felt, HouseAsked, HouseFigures, LabTable, LabTables, Lit, Me, PlanFigures, PlanWager, SystemsAsked, SystemsFigures,
} from "../../wire";
import type { Report } from "./risk/floor";
import * as exact from "./exact";

/** The marks of rulebooks; their shapes alone distinguish them. */
export interface Mark {
  readonly shape: string;
  readonly colour: string;
}

const MARKS: readonly Mark[] = [
  { shape: "M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0z", colour: "#ff8f82" },
  { shape: "M-5 -5h10v10h-10z", colour: "#6fb1ff" },
  { shape: "M0 -6.2l6.2 11h-12.4z", colour: "#38d39f" },
  { shape: "M0 -7l7 7l-7 7l-7 -7z", colour: "#e6c977" },
  { shape: "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z", colour: "#d7a6ff" },
];

export interface Cloth {
  readonly felt: Felt;
  readonly lit: Lit["lit"];
}

export class Lab {
  style = $state<exact.Style>("decimal");
  private readonly cloths = new Map<string, Promise<Cloth>>();

  private constructor(
    readonly tables: readonly LabTable[],
    readonly who: Me,
  ) {}

  static async open(): Promise<Lab> {
    const [{ tables }, who] = await Promise.all([get<LabTables>("/api/lab/tables"), me()]);
    return new Lab(tables, who);
  }

  readonly books = () => [...new Set(this.tables.map((table) => table.book))];

  mark(book: string): Mark {
    const { shape, colour } = MARKS[this.books().indexOf(book) % MARKS.length] as Mark;
    return { shape, colour: toned(colour) };
  }

  table(paytable: string): LabTable | undefined {
    return this.tables.find((one) => one.paytable === paytable);
  }

  cloth(paytable: string): Promise<Cloth> {
    const at = `/api/lab/tables/${paytable}`;
    const found = this.cloths.get(paytable) ?? Promise.all([get<Felt>(`${at}/felt`), get<Lit>(`${at}/lit`)]).then(([felt, { lit }]) => ({ felt, lit }));
    this.cloths.set(paytable, found);
    found.catch(() => this.cloths.delete(paytable));
    return found;
  }

  compare(one: string, other: string): Promise<Comparison> {
    return get<Comparison>(`/api/lab/compare?${new URLSearchParams({ one, other })}`);
  }

  plan(paytable: string, wagers: readonly PlanWager[]): Promise<PlanFigures> {
    return post<PlanFigures>("/api/lab/plan", { paytable, wagers });
  }

  design(asked: DesignAsked): Promise<DesignFigures> {
    return post<DesignFigures>("/api/lab/design", asked);
  }

  evening(asked: EveningAsked): Promise<EveningFigures> {
    return post<EveningFigures>("/api/lab/evening", asked);
  }

  systems(asked: SystemsAsked): Promise<SystemsFigures> {
    return post<SystemsFigures>("/api/lab/systems", asked);
  }

  house(asked: HouseAsked): Promise<HouseFigures> {
    return post<HouseFigures>("/api/lab/house", asked);
  }

  dice(throws: string): Promise<DiceFigures> {
    return post<DiceFigures>("/api/lab/dice", { throws });
  }

  tableDice(table: string): Promise<DiceFigures> {
    return get<DiceFigures>(`/api/tables/${encodeURIComponent(table)}/dice?rounds=20000`);
  }

  /** The win of each table of this floor since a time, with the theoretical win. */
  floor(since: string): Promise<Report> {
    return get<Report>(`/api/reports/theory?${new URLSearchParams({ by: "table", since })}`);
  }

  share(fraction: string, digits = 2): string {
    return exact.share(fraction, this.style, current(), digits);
  }

  shareSigned(fraction: string): string {
    return exact.shareSigned(fraction, this.style, current());
  }

  units(fraction: string): string {
    return exact.units(fraction, this.style, current());
  }

  unitsSigned(fraction: string): string {
    return exact.unitsSigned(fraction, this.style, current());
  }

  root(variance: string): string {
    return exact.root(variance, this.style, current());
  }

  /** As a decimal and as an exact fraction. */
  both(fraction: string): string {
    return `${exact.share(fraction, "decimal", current(), 4)} = ${exact.share(fraction, "exact", current())}`;
  }
}
