/** Keys of logs that replaced each other: a checkpoint that names both and is signed by both. */
import { need } from "./bad";
import { same } from "./bytes";
import { checkCheckpoint, readKey, type Key } from "./notes";

interface Rotation {
  readonly size: number;
  readonly old: Key;
  readonly next: Key;
}

const OLD = "taisai-key-old ";
const NEXT = "taisai-key-new ";
const isSame = (one: Key, other: Key): boolean => one.name === other.name && one.kind === other.kind && same(one.bytes, other.bytes);

function rotationOf(note: string): Rotation {
  const [origin = "", , , old = "", next = ""] = note.split("\n");
  need(old.startsWith(OLD) && next.startsWith(NEXT), "not-checkpoint");
  const [before, after] = [readKey(old.slice(OLD.length)), readKey(next.slice(NEXT.length))];
  need(before.name === origin && after.name === origin && !isSame(before, after), "forged", { log: origin });
  const { size } = checkCheckpoint(note, { logs: [before], witnesses: [], least: 0 });
  checkCheckpoint(note, { logs: [after], witnesses: [], least: 0 });
  return { size, old: before, next: after };
}

/** If one of two keys is trusted, so is the other, each for its time. A key is replaced once. */
export function followed(trusted: readonly Key[], notes: readonly string[]): readonly Key[] {
  let [keys, waiting] = [[...trusted], notes.map(rotationOf)];
  const known = (key: Key) => keys.find((one) => isSame(one, key));
  for (let taken = waiting; taken.length; ) {
    taken = waiting.filter((one) => known(one.old) ?? known(one.next));
    waiting = waiting.filter((one) => !taken.includes(one));
    for (const { size, old, next } of taken) {
      const [before, after] = [known(old) ?? old, known(next) ?? next];
      const once = before.until === undefined && !after.since && (before.since ?? 0) <= size && size <= (after.until ?? Infinity);
      need(once, "forged", { log: old.name });
      keys = [...keys.filter((one) => !isSame(one, old) && !isSame(one, next)), { ...before, until: size }, { ...after, since: size }];
    }
  }
  return keys;
}
