/** Checks what was provided: with trusted keys, or else with the keys that came with it. */
import { checkAll, trustOf, type Given } from "./archive";
import { Bad } from "./bad";
import type { Proved } from "./receipts";

export type Verdict =
  | { readonly is: "sound"; readonly proved: readonly Proved[] }
  | { readonly is: "fits"; readonly proved: readonly Proved[]; readonly keys: readonly string[] }
  | { readonly is: "bad"; readonly bad: Bad };

export interface Trusting {
  readonly logs: readonly string[];
  readonly witnesses: readonly string[];
  readonly least: number;
}

export function judged(given: Given, trusting: Trusting): Verdict {
  try {
    return { is: "sound", proved: checkAll(given.texts, trustOf(trusting.logs, trusting.witnesses, trusting.least, given.rotations)) };
  } catch (error) {
    const bad = badOf(error);
    return bad.why === "log-unknown" && given.logs.length ? fitting(given, trusting) : { is: "bad", bad };
  }
}

/** A key that came with it proves nothing until it is compared. */
function fitting(given: Given, trusting: Trusting): Verdict {
  try {
    const trust = trustOf(given.logs, trusting.witnesses, trusting.least, given.rotations);
    return { is: "fits", proved: checkAll(given.texts, trust), keys: given.logs };
  } catch (error) {
    return { is: "bad", bad: badOf(error) };
  }
}

export function badOf(error: unknown): Bad {
  if (error instanceof Bad) return error;
  throw error;
}
