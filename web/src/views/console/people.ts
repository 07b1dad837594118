/** People at the console: their secrets, who deals here, approvals. */
import * as api from "../../shared/api";
import type { Approval, Approved, DealersHere, Done } from "../../wire";

export async function renewPassword(name: string, present: string, password: string): Promise<void> {
  await api.post<Done>("/api/password", { name, present, password });
}

export const setPin = (password: string, pin: string) => api.post<Done>("/api/pin", { password, pin });

/** Who has dealt at this console this shift; empty if no PIN is accepted. */
export const dealersHere = () => api.get<DealersHere>("/api/take-over").then(({ names }) => names, () => []);

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
