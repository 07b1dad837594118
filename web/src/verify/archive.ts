/** What the user provides: a receipt, an archive of receipts, or a link that contains one. */
import { inflateSync, unzipSync } from "fflate";
import { Bad, need } from "./bad";
import { unpackedFromUrl } from "./bytes";
import { readKey, type Key, type Trust } from "./notes";
import { check, type Proved } from "./receipts";
import { followed } from "./rotations";

const BYTES_MOST = 1 << 26;
const KEYS = "keys.txt";
const ROTATIONS = "rotations.jsonl";

/** Receipts as provided, with the keys that came with them: these prove nothing until compared. */
export interface Given {
  readonly texts: readonly string[];
  readonly logs: readonly string[];
  readonly witnesses: readonly string[];
  /** Checkpoints by which keys of the log replaced each other; they prove themselves. */
  readonly rotations?: readonly string[];
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const alone = (receipt: string): Given => ({ texts: [receipt], logs: [], witnesses: [] });

export function given(bytes: Uint8Array): Given {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return alone(text(bytes));
  try {
    const files = unzipSync(bytes, { filter: (file) => file.originalSize < BYTES_MOST });
    const names = Object.keys(files).filter((name) => /\.(tlog-proof|signed-head)$/.test(name)).sort();
    need(names.length > 0, "archive");
    const read = (name: string) => text(files[name] ?? new Uint8Array());
    const rotations = rotationsIn(read(ROTATIONS));
    return { texts: names.map(read), ...keysIn(read(KEYS)), ...(rotations.length ? { rotations } : {}) };
  } catch {
    throw new Bad("archive");
  }
}

const rotationsIn = (lines: string): string[] =>
  lines.split("\n").flatMap((line) => (line ? [String((JSON.parse(line) as { note: unknown }).note)] : []));

function keysIn(lines: string): Pick<Given, "logs" | "witnesses"> {
  const of = (kind: string) => lines.split("\n").flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1).trim()] : []));
  return { logs: of("log"), witnesses: of("witness") };
}

/** From the fragment of an address. */
export function unlinked(hash: string): Given | null {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const coded = values.get("r");
  if (!coded) return null;
  const packed = unpackedFromUrl(coded);
  need(!!packed?.length, "archive");
  try {
    const receipt = text(inflateSync(packed));
    return { texts: [receipt], logs: values.getAll("log"), witnesses: values.getAll("witness") };
  } catch {
    throw new Bad("archive");
  }
}

export function trustOf(logs: readonly string[], witnesses: readonly string[], least: number, rotations: readonly string[] = []): Trust {
  const keys = (texts: readonly string[]): Key[] => texts.filter((one) => one.trim()).map(readKey);
  return { logs: followed(keys(logs), rotations), witnesses: keys(witnesses), least };
}

/** All of it, or the first reason for a failure. */
export function checkAll(texts: readonly string[], trust: Trust): readonly Proved[] {
  const proved = texts.map((one) => check(one, trust)).sort((one, other) => one.entry.seq - other.entry.seq);
  need(new Set(proved.map((one) => one.origin)).size === 1, "two-logs");
  const known = new Map<number, string>();
  for (const { entry } of proved) {
    const content = JSON.stringify(entry);
    need((known.get(entry.seq) ?? content) === content, "two-entries", { entry: entry.seq });
    known.set(entry.seq, content);
  }
  return proved;
}
