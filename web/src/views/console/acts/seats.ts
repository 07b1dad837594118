/** Acts about one seat and not its wagers: money, terminal, player. */
import type { Outstanding, SeatView } from "../../../wire";
import type { Dealing } from "../dealing.svelte";
import { w, worded } from "../words";
import { money, words, type Act, type Field } from "./act";
import { bound, effectName, gated, reason, remedy } from "./bounds";
import { chipActs } from "./chips";

/** All acts about one seat and not its wagers. */
export function seatActs(dealing: Dealing, seat: SeatView): Act[] {
  const { seat: number } = seat;
  const acts: Act[] = dealing.chips ? chipActs(dealing, seat) : [
    { title: w("seat.buy-in"), button: w("seat.buy-in"), fields: [money("amount", w("field.cash"))], command: (said) => ({ do: "buy-in", seat: number, amount: said.number("amount") }) },
    { title: w("seat.redeem"), button: w("seat.redeem"), fields: [words("voucher", w("field.voucher"))], command: (said) => ({ do: "buy-in", seat: number, voucher: said.text("voucher") }) },
    { title: w("seat.cash-out"), button: w("seat.cash-out"), fields: [], note: w("seat.cash-out.note", { amount: dealing.money(seat.credit) }), command: () => ({ do: "cash-out", seat: number }) },
  ];
  if (seat.uncollected) acts.push(...voucherActs(dealing, number, seat.uncollected));
  if (seat.owed) acts.push({ title: w("seat.pay-owed"), button: w("seat.pay-owed"), fields: [money("amount", w("field.cash"))], note: w("seat.owes", { amount: dealing.money(seat.owed) }), command: (said) => ({ do: "pay-owed", seat: number, amount: said.number("amount") }) });
  if (!seat.away && !(dealing.chips && seat.credit)) acts.push({ title: w("seat.gone"), button: w("seat.gone"), fields: [], note: w("seat.gone.note"), command: () => ({ do: "leave-seat", seat: number }) });
  const terminal = terminalAct(dealing, seat);
  if (terminal && !terminal.held) acts.push(terminal);
  acts.push(seat.locked ? releaseAct(dealing, seat) : {
    title: w("seat.lock"), button: w("seat.lock"), fields: [words("cause", w("field.cause"))], danger: true, command: (said) => ({ do: "lock-seat", seat: number, cause: said.text("cause") }),
  });
  acts.push({
    title: w("seat.dispute"), button: w("seat.dispute"), fields: [{ is: "number", name: "about", label: w("field.round"), start: dealing.table?.round ?? 0, least: 0 }, words("claim", w("field.claim"))],
    command: (said) => ({ do: "open-dispute", seat: number, about: said.number("about"), claim: said.text("claim") }),
  });
  return gated(dealing, acts);
}

/** A voucher whose collection nobody has confirmed. */
function voucherActs(dealing: Dealing, seat: number, { ending, amount }: Outstanding): Act[] {
  const about = { ending, amount: dealing.money(amount) };
  return [
    { title: w("seat.collected"), button: w("seat.collected"), fields: [], note: w("seat.collected.note", about), command: () => ({ do: "collect-voucher", seat, ending }) },
    {
      title: w("seat.unprinted"), button: w("seat.unprinted"), fields: [words("procedure", w("field.procedure"))], note: w("seat.unprinted.note", about), danger: true,
      command: (said) => ({ do: "cancel-voucher", seat, ending, procedure: said.text("procedure") }),
    },
  ];
}

function releaseAct(dealing: Dealing, seat: SeatView): Act {
  const fields: Field[] = [words("procedure", w("field.procedure"))];
  if (!dealing.chips) fields.push({ is: "money", name: "paid", label: w("field.paid"), start: 0, optional: true });
  return {
    title: w("seat.release"), button: w("seat.release"), fields, note: w("seat.locked", { cause: worded("lock", seat.locked) }),
    command: (said) => ({ do: "release-seat", seat: seat.seat, procedure: said.text("procedure"), paid: said.number("paid") }),
  };
}

/** A terminal that fails or is repaired. Unregistered stakes are marked on the felt. */
export function terminalAct(dealing: Dealing, seat: SeatView): Act | null {
  const [mend] = gated(dealing, [mendAct(seat.seat)]);
  return seat.failed ? (mend ?? null) : failedAct(dealing, seat.seat);
}

function mendAct(seat: number): Act {
  return {
    title: w("terminal.mend"), button: w("terminal.mend"), note: w("terminal.mend.note"), fields: [words("procedure", w("field.procedure"))],
    command: (said) => ({ do: "mend-terminal", seat, procedure: said.text("procedure") }),
  };
}

function failedAct(dealing: Dealing, seat: number): Act | null {
  const found = remedy(dealing, "report-terminal", "terminal-failed");
  if (!found) return null;
  const title = reason(found.trouble);
  return {
    title, button: w("trouble.report"), note: effectName(dealing, found.trouble), fields: [{ is: "flag", name: "lost", label: w("terminal.unregistered"), start: false }], ...bound(dealing, found),
    then: (said) => {
      const give = (unregistered: Readonly<Record<string, number>>) => void dealing.give({ do: "report-terminal", seat, unregistered }, title);
      if (said.flag("lost")) dealing.pick({ title: w("terminal.mark", { seat }), kind: "stakes", done: give });
      else give({});
    },
  };
}
