/** HTTP to the house. A refusal becomes a Refused with its code. */
import type { Terms } from "../link/live.svelte";
import type {
  ActApproval as Act, Enrolled, Felt, Lit, Me, Play, Proof, ReceiptLink, Refusal, SeatRounds, Seated, TableInfo, Tables,
} from "../wire";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly words: string,
    readonly value: string,
    /** It may be granted in a moment: the server is busy, or a table moves or has no journal. */
    readonly passing = false,
  ) {
    super(words);
  }
}

const BUSY = 429;
const BROKEN = 500;

let csrf = "";

export async function get<T>(path: string): Promise<T> {
  return answered<T>(await fetch(path, { headers: { accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json", ...(csrf ? { "x-taisai-csrf": csrf } : {}) };
  return answered<T>(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** A request that needs two people, with the approvals of both. */
export async function act<T>(method: Act["method"], path: string, body?: Act["body"], agreed?: Terms): Promise<T> {
  const headers: Record<string, string> = csrf ? { "x-taisai-csrf": csrf } : {};
  if (agreed) headers["x-taisai-approvals"] = [agreed.id, ...agreed.approvals].join(" ");
  if (!body) return answered<T>(await fetch(path, { method, headers }));
  return answered<T>(await fetch(path, { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }));
}

async function answered<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  const { code, words, value } = body as Refusal;
  throw new Refused(code, words, value, response.status === BUSY || response.status >= BROKEN);
}

export async function me(): Promise<Me> {
  const found = await get<Me>("/api/me");
  csrf = found.csrf;
  return found;
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const tables = () => get<Tables>("/api/tables");
export const tableInfo = (table: string) => get<TableInfo>(at(table));
export const felt = (table: string) => get<Felt>(`${at(table)}/felt`);
export const lit = (table: string) => get<Lit>(`${at(table)}/lit`);
export const play = (table: string) => get<Play>(`${at(table)}/play`);
export const seatRounds = (table: string, before = 0) => get<SeatRounds>(`${at(table)}/rounds${before ? `?before=${before}` : ""}`);
export const callAttendant = (table: string) => post<unknown>(`${at(table)}/attendant`);
export const proof = (table: string, round: number) => get<Proof>(`${at(table)}/proof?round=${round}`);

export const receiptFile = (table: string, entry: number) => `${at(table)}/receipt?entry=${entry}`;
export const signedHeadFile = (table: string, entry: number) => `${at(table)}/signed-head?entry=${entry}`;
export const receiptsFile = (table: string, round: number) => `${at(table)}/receipts?round=${round}`;
export const sessionFile = (table: string) => `${at(table)}/session-receipts`;
export const receiptLink = (table: string, { entry = 0, round = 0 }: { entry?: number; round?: number }) =>
  get<ReceiptLink>(`${at(table)}/receipt-link?entry=${entry}&round=${round}`);

/** A response that is not JSON, unless it is refused. */
export async function text(path: string): Promise<string> {
  const response = await fetch(path);
  return response.ok ? response.text() : answered<string>(response);
}

export async function demoSeat(table: string): Promise<Seated> {
  const seated = await post<Seated>("/api/demo/seat", { table });
  csrf = seated.csrf;
  return seated;
}

export async function enrol(code: string): Promise<Enrolled> {
  const enrolled = await post<Enrolled>("/api/enrol", { code });
  csrf = enrolled.csrf;
  return enrolled;
}
