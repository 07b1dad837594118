/** A table that a screen watches, with the reveal of its rounds. */
import { Live } from "../link/live.svelte";
import type { TableInfo } from "../wire";
import { Moment } from "./moment.svelte";

export interface Watched {
  readonly live: Live;
  readonly moment: Moment;
}

export function watched({ table, electronic }: TableInfo): Watched {
  const moment = new Moment(table, electronic);
  const live = new Live(table, ({ seen, standing }) => {
    if (standing === "lost") moment.lose();
    if (seen.table && standing === "live") moment.follow(seen.table);
  });
  live.start();
  return { live, moment };
}
