/** The target of an arrow key: the nearest cell in that direction, those straight ahead first. */
import type { PlacedCell } from "./fit";

export type Direction = "left" | "right" | "up" | "down";

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const ASIDE = 3;
const TOUCH = 0.5;

export function steer(cells: readonly PlacedCell[], from: string, direction: Direction): string {
  const here = cells.find((cell) => cell.spot === from);
  if (!here) return cells[0]?.spot ?? from;
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const cost = distance(here, cell, direction);
    if (cost < least) [best, least] = [cell.spot, cost];
  }
  return best;
}

function distance(here: PlacedCell, cell: PlacedCell, direction: Direction): number {
  const across = direction === "left" || direction === "right";
  const [start, size] = across ? (["x", "width"] as const) : (["y", "height"] as const);
  const [side, breadth] = across ? (["y", "height"] as const) : (["x", "width"] as const);
  const forward =
    direction === "right" || direction === "down"
      ? cell[start] - (here[start] + here[size])
      : here[start] - (cell[start] + cell[size]);
  if (cell.spot === here.spot || forward < -TOUCH) return Infinity;
  const overlap =
    Math.min(here[side] + here[breadth], cell[side] + cell[breadth]) - Math.max(here[side], cell[side]);
  const middle = Math.abs(here[side] + here[breadth] / 2 - (cell[side] + cell[breadth] / 2));
  return forward + (overlap > TOUCH ? middle / 100 : middle * ASIDE);
}
