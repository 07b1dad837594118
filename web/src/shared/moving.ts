/** Movement that a browser does without the page. What belongs together begins and ends together, with its waiting inside:
 * each beginning and end in between would cost the page some frames. */
import type { Attachment } from "svelte/attachments";

const motion = globalThis.matchMedia?.("(prefers-reduced-motion: no-preference)");

/** Frames are read once: what moves is a copy of them, which a browser makes without reading them again. */
export function moving(frames: Keyframe[], duration_ms: number): Attachment<Element> {
  let read: KeyframeEffect | undefined;
  return (node) => {
    if (!motion?.matches) return;
    read ??= new KeyframeEffect(null, frames, { duration: duration_ms, easing: "linear", fill: "forwards" });
    const copy = new KeyframeEffect(read);
    copy.target = node;
    const going = new Animation(copy);
    going.play();
    return () => going.cancel();
  };
}

/** Unseen until its time, then there, with what comes after it. */
export function appearing(from_ms: number, duration_ms: number, whole_ms: number, hidden: Keyframe, seen: Keyframe): Keyframe[] {
  return [hidden, { ...hidden, offset: from_ms / whole_ms, easing: "ease-out" }, { ...seen, offset: (from_ms + duration_ms) / whole_ms }, seen];
}
