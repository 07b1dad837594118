/** Animations that a browser runs without page work. Related ones start and end together, with delays inside, because
 * each separate start and end would cost the page some frames. */
import type { Attachment } from "svelte/attachments";

const motion = globalThis.matchMedia?.("(prefers-reduced-motion: no-preference)");

/** Frames are parsed once: an animation uses a copy, which a browser creates without parsing them again. */
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

/** Hidden until its time, then visible, followed by the rest. */
export function appearing(from_ms: number, duration_ms: number, whole_ms: number, hidden: Keyframe, seen: Keyframe): Keyframe[] {
  return [hidden, { ...hidden, offset: from_ms / whole_ms, easing: "ease-out" }, { ...seen, offset: (from_ms + duration_ms) / whole_ms }, seen];
}
