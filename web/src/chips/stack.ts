/** Which chips make up an amount, and how they are stacked. */

export const SHOWN = 4;

/** From the bottom up, the largest first; at most four are shown. */
export function stack(amount: number, values: readonly number[]): number[] {
  const chips: number[] = [];
  let rest = amount;
  for (const value of [...values].sort((one, other) => other - one)) {
    for (; rest >= value && chips.length < SHOWN; rest -= value) chips.push(value);
  }
  return chips.length ? chips : values.slice(0, 1);
}

const divisor = (one: number, other: number): number => (other ? divisor(other, one % other) : one);

/** Whether the table's chips, all multiples of the smallest, and a seat's own colour can make an amount. */
export function makeable(amount: number, values: readonly number[], colour = 0): boolean {
  const smallest = Math.min(...values);
  const most = colour ? Math.min(Math.floor(amount / colour), smallest / divisor(smallest, colour)) : 0;
  return Array.from({ length: most + 1 }, (_, count) => amount - count * colour).some((rest) => rest >= 0 && rest % smallest === 0);
}

/** The smallest amount that settles to whole units and that the smallest chip can make. */
export const unitOf = (step: number, smallest: number): number => (step / divisor(step, smallest)) * smallest;

export interface Style {
  readonly body: string;
  readonly ink: string;
  /** Inserts along the edge identify a chip without its colour. */
  readonly inserts: number;
}

const STYLES: readonly Style[] = [
  { body: "#e8e4d8", ink: "#20292c", inserts: 3 },
  { body: "#c62a35", ink: "#ffffff", inserts: 4 },
  { body: "#1f7a44", ink: "#ffffff", inserts: 5 },
  { body: "#22262a", ink: "#ffffff", inserts: 6 },
  { body: "#6c2fb3", ink: "#ffffff", inserts: 7 },
  { body: "#d9ab1e", ink: "#20180a", inserts: 8 },
  { body: "#8a4b25", ink: "#ffffff", inserts: 9 },
  { body: "#1f63c8", ink: "#ffffff", inserts: 10 },
];

/** By the position of a value among the table's chips. */
export function styleOf(value: number, values: readonly number[]): Style {
  const place = Math.max(0, values.indexOf(value));
  return STYLES[place % STYLES.length] as Style;
}
