/** Receipts and signed heads: they prove that an entry is in a log, or that the log promised to include it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { need } from "./bad";
import { hex, joined, same, unpacked, utf8 } from "./bytes";
import { checkCheckpoint, checkSigned, hash, split, type Seen, type Trust } from "./notes";

export const RECEIPT = "c2sp.org/tlog-proof@v1";
export const SIGNED_HEAD = "taisai signed head 1";
const LEAF_MOST = 0xffff;

export interface Entry {
  readonly seq: number;
  readonly at: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly is: string };
}

/** What one receipt proves. `size` is 0 if the log has only promised the entry; `root` is then its seal. */
export interface Proved {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly seen: readonly Seen[];
  readonly entry: Entry;
}

export const check = (text: string, trust: Trust): Proved =>
  text.startsWith(SIGNED_HEAD) ? checkHead(text, trust) : checkReceipt(text, trust);

export function checkReceipt(text: string, trust: Trust): Proved {
  const middle = text.indexOf("\n\n");
  const [first, extra = "", index = "", ...path] = text.slice(0, Math.max(middle, 0)).split("\n");
  need(first === RECEIPT, "not-receipt");
  const body = unpacked(extra.replace(/^extra /, ""));
  need(extra.startsWith("extra ") && !!body?.length, "no-entry");
  need(/^index (0|[1-9][0-9]{0,14})$/.test(index), "not-receipt");
  const place = Number(index.slice(6));
  const { origin, size, root, seen } = checkCheckpoint(text.slice(middle + 2), trust);
  const found = rootBy(leafOf(body), place, size, path.map(hash));
  need(same(found, root), "proof-wrong", { entry: place + 1 });
  return { origin, size, root: hex(root), seen, entry: entryOf(body, place + 1) };
}

function checkHead(text: string, trust: Trust): Proved {
  const parts = split(text);
  need(parts !== null, "not-head");
  const [note, signatures] = parts;
  const lines = note.split("\n");
  const [first, origin = "", seq = "", before = "", body = ""] = lines;
  need(first === SIGNED_HEAD && lines.length === 6 && /^[1-9][0-9]{0,14}$/.test(seq), "not-head");
  checkSigned(origin, Number(seq), note, signatures, trust);
  need(trust.least === 0, "witnesses", { seen: 0, least: trust.least });
  const seal = sha256(joined(hash(before), utf8(body)));
  return { origin, size: 0, root: hex(seal), seen: [], entry: entryOf(utf8(body), Number(seq)) };
}

function entryOf(body: Uint8Array, seq: number): Entry {
  let found: Partial<Entry> | null = null;
  try {
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as Partial<Entry>;
  } catch {
    found = null;
  }
  need(typeof found?.at === "string" && typeof found.event?.is === "string", "unreadable", { entry: seq });
  need(found.seq === seq, "misplaced", { entry: seq });
  return found as Entry;
}

/** The hash of an entry; one that is too long for a bundle is logged by its own hash. */
function leafOf(body: Uint8Array): Uint8Array {
  const logged = body.length > LEAF_MOST ? utf8(`taisai entry by its SHA-256 ${hex(sha256(body))}`) : body;
  return sha256(joined(Uint8Array.of(0), logged));
}

const nodeOf = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(joined(Uint8Array.of(1), left, right));

/** The root of an inclusion proof, by RFC 9162. */
export function rootBy(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Uint8Array {
  need(index < size, "no-place", { entry: index + 1, size });
  let [found, node, last] = [leaf, index, size - 1];
  const up = (number: number) => Math.floor(number / 2);
  for (const sibling of path) {
    need(last > 0, "proof-long", { entry: index + 1 });
    if (node % 2 || node === last) {
      found = nodeOf(sibling, found);
      while (node % 2 === 0 && node) [node, last] = [up(node), up(last)];
    } else found = nodeOf(found, sibling);
    [node, last] = [up(node), up(last)];
  }
  need(last === 0, "proof-short", { entry: index + 1 });
  return found;
}
