/** An address with a receipt in its fragment, which a browser never sends. */
import { deflateSync } from "fflate";
import { packedForUrl, utf8 } from "./bytes";

export function linked(receipt: string, logs: readonly string[]): string {
  const values = new URLSearchParams([["r", packedForUrl(deflateSync(utf8(receipt), { level: 9 }))]]);
  for (const key of logs) values.append("log", key);
  return values.toString();
}
