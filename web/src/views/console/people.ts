/** People at the console: sign-in, continuing after a pause, approvals. */
import * as api from "../../shared/api";
import type { Approval, Approved, DealersHere, Done, Me } from "../../wire";

/** `asleep`: signed in, but idle for too long. */
export type Presence = "nobody" | "asleep" | "awake";

/** Only a request for staff reveals an idle session, so this sends one. */
export async function presence(me: Me, table: string): Promise<Presence> {
  if (me.name && me.role !== "player") return "awake";
  try {
    await api.get(`/api/tables/${encodeURIComponent(table)}/meters`);
    return "awake";
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    if (error.code === "session-idle") return "asleep";
    return ["session-unknown", "session-expired", "device-unknown", "device-revoked"].includes(error.code) ? "nobody" : "awake";
  }
}

export async function signIn(name: string, password: string): Promise<Me> {
  await api.me().catch(() => undefined);
  await api.post<Me>("/api/sign-in", { name, password });
  return api.me();
}

export async function renewPassword(name: string, present: string, password: string): Promise<void> {
  await api.post<Done>("/api/password", { name, present, password });
}

export const setPin = (password: string, pin: string) => api.post<Done>("/api/pin", { password, pin });

export async function reenter(pin: string): Promise<Me> {
  await api.post<Done>("/api/reenter", { pin });
  return api.me();
}

/** Who has dealt at this console this shift; empty if no PIN is accepted. */
export const dealersHere = () => api.get<DealersHere>("/api/take-over").then(({ names }) => names, () => []);

export async function takeOver(name: string, pin: string): Promise<Me> {
  await api.me().catch(() => undefined);
  await api.post<Me>("/api/take-over", { name, pin });
  return api.me();
}

export async function signOut(): Promise<void> {
  await api.me();
  await api.post<Done>("/api/sign-out");
}

export interface Agreeing {
  readonly name: string;
  readonly secret: string;
  readonly by: "pin" | "password";
}

/** The part of an order that people approve. */
export type Agreed = Pick<Approval, "table" | "giver" | "id" | "round" | "command">;

export async function approve(order: Agreed, { name, secret, by }: Agreeing): Promise<string> {
  const { approval } = await api.post<Approved>("/api/approvals", { ...order, name, [by]: secret });
  return approval;
}
