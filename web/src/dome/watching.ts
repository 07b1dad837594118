/** A table that a screen watches, with the reveal of its rounds. */
import { Live } from "../link/live.svelte";
import type { TableInfo } from "../wire";
import { Moment } from "./moment.svelte";

export interface Watched {
  readonly live: Live;
  readonly moment: Moment;
}

export function watched({ table, electronic }: TableInfo): Watched {
  const live: Live = new Live(table, () => moment.follow());
  const moment = new Moment(live, electronic);
  live.start();
  return { live, moment };
}
