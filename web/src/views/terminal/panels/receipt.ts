/** A receipt for the player: its file, and an address as a QR code. */
import * as api from "../../../shared/api";

/** The longest address that a camera still reads well from a screen; a longer one is replaced by a short link. */
export const ADDRESS_MOST = 1_200;

export interface Wanted {
  readonly entry?: number;
  readonly round?: number;
}

export interface Taken {
  readonly address: string;
  readonly file: string;
  /** The log has promised it, and its proof follows. */
  readonly promised: boolean;
}

export async function receiptOf(table: string, wanted: Wanted): Promise<Taken> {
  const { path, proved, key } = await api.receiptLink(table, wanted);
  const short = new URL(path, location.href).href;
  if (wanted.entry === undefined) return { address: short, file: api.receiptsFile(table, wanted.round ?? 0), promised: !proved };
  const file = proved ? api.receiptFile(table, wanted.entry) : api.signedHeadFile(table, wanted.entry);
  const { linked } = await import("../../../verify/link");
  const whole = new URL(`/verify#${linked(await api.text(file), [key])}`, location.href).href;
  return { address: whole.length <= ADDRESS_MOST ? whole : short, file, promised: !proved };
}
