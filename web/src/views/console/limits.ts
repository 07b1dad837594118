/** How full the layout is: opposite sides, boxes and the house's cap, measured against their limits. */
import { limitFor } from "../../shared/names";
import type { LimitRule, SpotInfo } from "../../wire";

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

export interface Fullness {
  readonly spot: SpotInfo;
  readonly total: number;
  readonly most: number;
}

/** The boxes that are nearest to their maximum. */
export function fullest(spots: ReadonlyMap<string, SpotInfo>, boxes: Boxes, limits: readonly LimitRule[], most: number): Fullness[] {
  return Object.entries(boxes)
    .flatMap(([id, total]) => {
      const spot = spots.get(id);
      const maximum = spot ? (limitFor(limits, spot.area)?.maximum ?? 0) : 0;
      return spot && maximum ? [{ spot, total, most: maximum }] : [];
    })
    .sort((one, two) => two.total / two.most - one.total / one.most)
    .slice(0, most);
}

/** How much of a limit is used, between 0 and 1. */
export const share = (used: number, most: number): number => (most ? Math.min(1, Math.max(0, used / most)) : 0);
