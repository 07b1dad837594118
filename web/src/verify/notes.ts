/** Signed notes, checkpoints and cosignatures, as c2sp.org specifies them. */
import { verify } from "@noble/ed25519";
import { sha256 } from "@noble/hashes/sha2.js";
import { need } from "./bad";
import { hex, joined, same, unpacked, utf8 } from "./bytes";
import "./hashing";

const ED25519 = 1;
const COSIGNATURE = 4;

/** A trusted public key, by its name and for one kind of signature. */
export interface Key {
  readonly name: string;
  readonly kind: number;
  readonly bytes: Uint8Array;
  readonly id: Uint8Array;
  /** The log sizes for which its signature is valid, if it replaced another key or was replaced. */
  readonly since?: number;
  readonly until?: number;
}

export interface Trust {
  readonly logs: readonly Key[];
  readonly witnesses: readonly Key[];
  /** How many witnesses must have seen a checkpoint. */
  readonly least: number;
}

export interface Seen {
  readonly witness: string;
  readonly at: number;
}

interface Signature {
  readonly name: string;
  readonly id: Uint8Array;
  readonly content: Uint8Array;
}

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly seen: readonly Seen[];
}

export function readKey(text: string): Key {
  const [name = "", id = "", coded = "", ...more] = splitKey(text.trim());
  const content = unpacked(coded);
  need(!!name && !more.length && content?.length === 33, "key", { key: text.trim() });
  const kind = content[0] ?? 0;
  const key = { name, kind, bytes: content.slice(1), id: idOf(name, content) };
  need([ED25519, COSIGNATURE].includes(kind) && hex(key.id) === id, "key", { key: text.trim() });
  return key;
}

/** The key itself may contain plus signs; its name and id do not. */
function splitKey(text: string): string[] {
  const first = text.indexOf("+");
  const second = text.indexOf("+", first + 1);
  return first < 1 || second < 0 ? [] : [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}

const idOf = (name: string, content: Uint8Array): Uint8Array => sha256(joined(utf8(`${name}\n`), content)).slice(0, 4);

/** The text, which ends with a line feed, and the signatures below it. */
export function split(note: string): readonly [string, readonly Signature[]] | null {
  const middle = note.lastIndexOf("\n\n");
  if (middle < 0) return null;
  const lines = note.slice(middle + 2).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return [note.slice(0, middle + 1), lines.map(signature)];
}

function signature(line: string): Signature {
  const found = /^— ([^\s+]+) (\S+)$/.exec(line);
  const content = unpacked(found?.[2] ?? "");
  need(!!found && !!content && content.length > 4, "not-signature", { line: line.slice(0, 60) });
  return { name: found[1] ?? "", id: content.slice(0, 4), content: content.slice(4) };
}

const by = (key: Key, signatures: readonly Signature[]) =>
  signatures.filter((one) => one.name === key.name && same(one.id, key.id));

function isSigned(key: Key, text: string, content: Uint8Array): boolean {
  try {
    return content.length === 64 && verify(content, utf8(text), key.bytes, { zip215: false });
  } catch {
    return false;
  }
}

/** Checks that the log named in the text signed it with a trusted key. */
export function checkSigned(origin: string, size: number, text: string, signatures: readonly Signature[], trust: Trust): void {
  const own = trust.logs.filter((key) => key.name === origin && key.kind === ED25519);
  need(own.length > 0, "log-unknown", { log: origin });
  const keys = own.filter(({ since = 0, until = Infinity }) => since <= size && size <= until);
  const made = keys.flatMap((key) => by(key, signatures).map((one) => [key, one.content] as const));
  need(made.every(([key, content]) => isSigned(key, text, content)), "forged", { log: origin });
  need(made.length > 0, "unsigned", { log: origin });
}

export function checkCheckpoint(note: string, trust: Trust): Checkpoint {
  const parts = split(note);
  need(parts !== null, "not-checkpoint");
  const [text, signatures] = parts;
  const [origin = "", size = "", root = ""] = text.split("\n");
  need(/^(0|[1-9][0-9]{0,14})$/.test(size) && !!origin, "not-checkpoint");
  checkSigned(origin, Number(size), text, signatures, trust);
  const seen = seenBy(text, signatures, trust.witnesses);
  need(seen.length >= trust.least, "witnesses", { seen: seen.length, least: trust.least });
  return { origin, size: Number(size), root: hash(root), seen };
}

/** Each witness's key once, whatever its names. */
function seenBy(text: string, signatures: readonly Signature[], witnesses: readonly Key[]): Seen[] {
  const found = new Map<string, Seen>();
  for (const key of witnesses) {
    for (const { content } of by(key, signatures)) {
      const at = content.slice(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
      need(isSigned(key, `cosignature/v1\ntime ${at}\n${text}`, content.slice(8)), "cosignature-forged", { witness: key.name });
      found.set(hex(key.bytes), { witness: key.name, at });
    }
  }
  return [...found.values()];
}

export function hash(text: string): Uint8Array {
  const found = unpacked(text);
  need(found?.length === 32, "not-hash", { text: text.slice(0, 60) });
  return found;
}
