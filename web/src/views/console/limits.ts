/** How full the layout is: opposite sides, boxes and the house's cap, relative to their limits. */
import { limitFor } from "../../shared/names";
import type { LimitRule, SeatView, SpotInfo } from "../../wire";

export interface Difference {
  readonly one: SpotInfo;
  readonly other: SpotInfo;
  readonly onOne: number;
  readonly onOther: number;
  readonly most: number;
}

type Boxes = Readonly<Record<string, number>>;

export function differences(
  pairs: Readonly<Record<string, string>>, spots: ReadonlyMap<string, SpotInfo>, boxes: Boxes, limits: readonly LimitRule[],
): Difference[] {
  return Object.entries(pairs).flatMap(([left, right]) => {
    const [one, other] = [spots.get(left), spots.get(right)];
    const most = one ? (limitFor(limits, one.area)?.differential ?? 0) : 0;
    return one && other && most ? [{ one, other, onOne: boxes[left] ?? 0, onOther: boxes[right] ?? 0, most }] : [];
  });
}

/** `seat` if the maximum is per player. */
export interface Fullness {
  readonly spot: SpotInfo;
  readonly seat: number;
  readonly total: number;
  readonly most: number;
}

/** What is nearest to its maximum: boxes over all players, or single wagers if the maximum is per player. */
export function fullest(
  spots: ReadonlyMap<string, SpotInfo>, boxes: Boxes, seats: readonly SeatView[], limits: readonly LimitRule[], scope: string, most: number,
): Fullness[] {
  const found = Object.entries(boxes).flatMap(([id, total]): Fullness[] => {
    const spot = spots.get(id);
    const rule = spot && limitFor(limits, spot.area);
    if (!spot || !rule?.maximum) return [];
    const of = { spot, most: rule.maximum };
    if ((rule.scope || scope) !== "player") return [{ ...of, seat: 0, total }];
    return seats.flatMap((one) => (one.stakes[id] ? [{ ...of, seat: one.seat, total: one.stakes[id] }] : []));
  });
  return found.sort((one, two) => two.total / two.most - one.total / one.most).slice(0, most);
}

/** The used share of a limit, from 0 to 1. */
export const share = (used: number, most: number): number => (most ? Math.min(1, Math.max(0, used / most)) : 0);
