/** The movement and size of a payout animation. */

/** From none to large, by the gain relative to the stake. Getting back no more than the stake is not a win. */
export function sizeOf(gain: number, staked: number): 0 | 1 | 2 | 3 {
  if (gain <= 0 || staked <= 0) return 0;
  return gain >= 10 * staked ? 3 : gain >= 3 * staked ? 2 : 1;
}

export interface Sign {
  readonly sign: string;
  /** For a digit: all digits that pass before it, itself last. */
  readonly strip: readonly number[] | null;
}

/** The first digit counts up from 0; the others go round once more. */
export function strips(text: string): Sign[] {
  let rounds = 0;
  return [...text].map((sign) => {
    if (!/[0-9]/.test(sign)) return { sign, strip: null };
    const length = Number(sign) + 1 + (rounds ? 10 : 0);
    rounds += 1;
    return { sign, strip: Array.from({ length }, (_, row) => row % 10) };
  });
}

export function centre(node: Element | null): DOMPoint | null {
  const box = node?.getBoundingClientRect();
  return box ? new DOMPoint(box.left + box.width / 2, box.top + box.height / 2) : null;
}

/** It grows in place, then moves to the credits; one after the other. */
export function flightOf(node: Element, from: DOMPoint, to: DOMPoint, place: number): () => void {
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.5)`;
  const frames = [{ transform: "scale(1)", opacity: 1 }, { transform: "scale(1.5)", opacity: 1, offset: 0.3 }, { transform: there, opacity: 0 }];
  const flying = node.animate(frames, { duration: 900, delay: place * 90, easing: "ease-in-out", fill: "both" });
  return () => flying.cancel();
}
