/** Why something is rejected: a code with words in every language. */
export const WHY = [
  "not-receipt", "no-entry", "not-checkpoint", "not-head", "not-signature", "not-hash", "log-unknown", "unsigned", "forged",
  "cosignature-forged", "witnesses", "no-place", "proof-long", "proof-short", "proof-wrong", "unreadable", "misplaced",
  "two-entries", "two-logs", "archive", "key",
] as const;
export type Why = (typeof WHY)[number];

export class Bad extends Error {
  constructor(
    readonly why: Why,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(why);
  }
}

export function need(holds: boolean, why: Why, values: Readonly<Record<string, string | number>> = {}): asserts holds {
  if (!holds) throw new Bad(why, values);
}
