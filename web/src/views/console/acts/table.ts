/** The whole table: closing it, and deciding what the rules do not cover. */
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";
import { words, type Act } from "./act";
import { permitted } from "./bounds";

export function closeAct(dealing: Dealing): Act {
  return { title: w("close.title"), button: w("close.title"), fields: [], note: w("close.note"), danger: true, command: () => ({ do: "close-table" }), ...permitted(dealing, "close-table") };
}

export function decideAct(dealing: Dealing, dispute: number, seat: number): Act {
  const options = (dealing.staff?.seats ?? []).map((one) => ({ value: String(one.seat), label: w("seat", { seat: one.seat }) }));
  return {
    title: w("dispute.decide", { dispute }), button: w("dispute.go"), note: w("dispute.note"), ...permitted(dealing, "decide-dispute"),
    fields: [
      ...(seat ? [] : [{ is: "choice" as const, name: "seat", label: w("field.seat"), options }]),
      words("reason", w("field.reason")), { is: "money", name: "amount", label: w("field.amount"), start: 0, optional: true },
    ],
    command: (said) => ({ do: "decide-dispute", dispute, reason: said.text("reason"), amount: said.number("amount"), seat: seat || Number(said.text("seat")) }),
  };
}
