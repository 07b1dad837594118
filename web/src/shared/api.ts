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

/** Whom this page shows: a person or a device. */
let shown = "";

export async function get<T>(path: string): Promise<T> {
  return answered<T>(await fetch(path, { headers: { accept: "application/json" } }));
}

export const post = <T>(path: string, body: unknown = {}) => change<T>("POST", path, body);

/** A request that needs two people, with the approvals of both. */
export const act = <T>(method: Act["method"], path: string, body?: Act["body"], agreed?: Terms) =>
  change<T>(method, path, body, agreed && { "x-taisai-approvals": [agreed.id, ...agreed.approvals].join(" ") });

/** In the name of whom this page shows, and of nobody who has signed in here since. */
async function change<T>(method: string, path: string, body?: unknown, approved: Record<string, string> = {}): Promise<T> {
  const headers = { "content-type": "application/json", "x-taisai-caller": shown, ...approved };
  return answered<T>(await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
}

async function answered<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  const { code, words, value } = body as Refusal;
  throw new Refused(code, words, value, response.status === BUSY || response.status >= BROKEN);
}

/** Shows the caller on this page from now on. */
async function caller(answer: Promise<Me>): Promise<Me> {
  const found = await answer;
  shown = found.name;
  return found;
}

/** Asked once by each page; every way in or out says it again. */
export const me = () => caller(get("/api/me"));
export const signIn = (name: string, password: string) => caller(post("/api/sign-in", { name, password }));
export const takeOver = (name: string, pin: string) => caller(post("/api/take-over", { name, pin }));
export const reenter = (pin: string) => caller(post("/api/reenter", { pin }));
export const signOut = () => caller(post("/api/sign-out"));

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

export const demoSeat = (table: string) => post<Seated>("/api/demo/seat", { table });
export const enrol = (code: string) => post<Enrolled>("/api/enrol", { code });
