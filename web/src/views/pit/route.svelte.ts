/** The current place in the pit, kept in the address, so that it can be shared. */
export const SECTIONS = ["floor", "table", "recall", "disputes", "events", "shift", "reports", "integrity", "people"] as const;
export type Section = (typeof SECTIONS)[number];

export interface Place {
  readonly section: Section;
  readonly args: readonly string[];
}

export function placeOf(hash: string): Place {
  const [name, ...args] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { section: SECTIONS.find((one) => one === name) ?? "floor", args };
}

export const linkTo = (section: Section, ...args: (string | number)[]): string =>
  `#/${[section, ...args].map((one) => encodeURIComponent(one)).join("/")}`;

class Router {
  place = $state.raw<Place>(placeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = placeOf(location.hash)));
  }
}

const router = new Router();
export const here = (): Place => router.place;

export function go(section: Section, ...args: (string | number)[]): void {
  location.hash = linkTo(section, ...args);
}
