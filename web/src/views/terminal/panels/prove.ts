/** Checks a commitment: the digest of a sentence that holds the throw and the secret. */
import type { Proof } from "../../../wire";

export async function digest(proof: Proof): Promise<string> {
  const text = `taisai throw ${proof.table} ${proof.round} ${proof.throw} ${proof.nonce}`;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
