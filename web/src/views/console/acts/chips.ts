/** Chips that come to a seat, leave it or are exchanged, and the float of the table. */
import type { SeatView, Slip } from "../../../wire";
import type { Dealing } from "../dealing.svelte";
import { w, worded } from "../words";
import { chips, money, pile, words, type Act } from "./act";
import { gated } from "./bounds";

export const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "brown", "grey", "white"] as const;

const count = (label: string): { is: "number"; name: string; label: string; start: number; least: number } => ({ is: "number", name: "count", label, start: 20, least: 1 });

export function chipActs(dealing: Dealing, seat: SeatView): Act[] {
  const { seat: number } = seat;
  const taken = new Set((dealing.staff?.seats ?? []).filter((one) => one.seat !== number).map((one) => one.colour));
  const colours = COLOURS.filter((one) => !taken.has(one)).map((value) => ({ value, label: worded("colour", value) }));
  return gated(dealing, [
    { title: w("seat.arrive"), button: w("seat.arrive"), note: w("seat.arrive.note"), fields: [pile("chips", w("field.chips"))], command: (said) => ({ do: "bring-chips", seat: number, chips: said.pile("chips") }) },
    { title: w("seat.change"), button: w("seat.change"), fields: [chips("chips", w("field.chips"))], command: (said) => ({ do: "change-cash", seat: number, chips: said.chips("chips") }) },
    {
      title: w("seat.colour"), button: w("seat.colour"), note: w("seat.colour.note"),
      fields: [{ is: "choice", name: "colour", label: w("field.colour"), options: colours }, money("value", w("field.value"), seat.colour_value || (dealing.info.chips[0] ?? 100))],
      command: (said) => ({ do: "assign-colour", seat: number, colour: said.text("colour"), value: said.number("value") }),
    },
    ...(seat.colour ? colourActs(dealing, seat) : []),
    {
      title: w("seat.colour-up"), button: w("seat.colour-up"), fields: [chips("given", w("field.given")), chips("received", w("field.received"))],
      command: (said) => ({ do: "colour-up", seat: number, given: said.chips("given"), received: said.chips("received") }),
    },
    ...(seat.credit && dealing.staff?.chips.tips ? [tipAct(dealing, seat)] : []),
    ...(seat.credit ? [leaveAct(dealing, seat)] : []),
  ]);
}

/** Chips of the seat's own colour: bought, returned, written off. */
function colourActs(dealing: Dealing, seat: SeatView): Act[] {
  const { seat: number } = seat;
  const note = w("seat.colour.held", { count: seat.rack[seat.colour] ?? 0, colour: worded("colour", seat.colour), value: dealing.money(seat.colour_value) });
  return [
    { title: w("seat.colour.take"), button: w("seat.colour.take"), note, fields: [chips("given", w("field.given")), count(w("field.colour-chips"))], command: (said) => ({ do: "colour-up", seat: number, given: said.chips("given"), received: [], colour_received: said.number("count") }) },
    { title: w("seat.colour.give"), button: w("seat.colour.give"), note, fields: [count(w("field.colour-chips")), chips("received", w("field.received"))], command: (said) => ({ do: "colour-up", seat: number, given: [], received: said.chips("received"), colour_given: said.number("count") }) },
    { title: w("seat.colour.lost"), button: w("seat.colour.lost"), note, danger: true, fields: [count(w("field.colour-chips")), words("why", w("field.why"))], command: (said) => ({ do: "write-off-colour", seat: number, count: said.number("count"), why: said.text("why") }) },
  ];
}

function leaveAct(dealing: Dealing, seat: SeatView): Act {
  const note = w("seat.leave.note", { amount: dealing.money(seat.credit) });
  return { title: w("seat.leave"), button: w("seat.leave"), note, fields: [{ ...pile("chips", w("field.chips")), optional: true }], command: (said) => ({ do: "leave-seat", seat: seat.seat, chips: said.pile("chips") }) };
}

function tipAct(dealing: Dealing, seat: SeatView): Act {
  return { title: w("tip.give"), button: w("tip.give"), note: w("tip.note"), fields: [pile("chips", w("field.chips"))], command: (said) => ({ do: "give-tip", seat: seat.seat, chips: said.pile("chips") }) };
}

/** Another drop box comes to the table, and the present one leaves. */
function boxAct(dealing: Dealing): Act {
  const there = dealing.staff?.chips.box;
  const note = `${there ? w("box.there", { box: there }) : w("box.none")} ${w("box.note")}`;
  return { title: w("box.exchange"), button: w("box.exchange"), note, fields: [{ is: "words", name: "box", label: w("box.name"), optional: true }], command: (said) => ({ do: "exchange-box", box: said.text("box") }) };
}

/** What two people find in the float. */
function countAct(purpose: "opening" | "change" | "closing"): Act {
  const title = w(`count.${purpose}`);
  return { title, button: title, note: w("count.note"), fields: [pile("chips", w("field.chips"))], command: (said) => ({ do: "count-float", purpose, chips: said.pile("chips") }) };
}

/** Before the opening: the count, and its approval if it differs. */
export const openingCounts = (dealing: Dealing): Act[] => gated(dealing, [countAct("opening"), ...approveAct(dealing)]);

/** A count that differs, or nothing. */
function approveAct(dealing: Dealing): Act[] {
  const found = dealing.staff?.chips.count;
  if (!found?.waits) return [];
  const note = w("count.differs", { amount: dealing.money(found.amount), who: found.by.join(", ") });
  return [{ title: w("count.approve"), button: w("count.approve"), note, fields: [words("why", w("field.why"))], command: (said) => ({ do: "approve-count", why: said.text("why") }) }];
}

export function floatActs(dealing: Dealing): Act[] {
  const request = (kind: "fill" | "credit"): Act => ({ title: w(`float.${kind}`), button: w(`float.${kind}`), note: w("slip.note"), fields: [pile("chips", w("field.chips"))], command: (said) => ({ do: "request-slip", kind, chips: said.pile("chips") }) });
  return gated(dealing, [request("fill"), request("credit"), countAct("change"), countAct("closing"), boxAct(dealing), ...approveAct(dealing)]);
}

/** The next step of a slip, and voiding it. */
export function slipActs(dealing: Dealing, slip: Slip): Act[] {
  const about = { slip: slip.number };
  const note = w("slip.about", { slip: slip.number, kind: w(`float.${slip.kind === "fill" ? "fill" : "credit"}`), amount: dealing.money(slip.amount), who: slip.people.join(" → ") });
  const next: Record<string, Act> = {
    requested: { title: w("slip.prepare", about), button: w("slip.prepare", about), note, fields: [], command: () => ({ do: "prepare-slip", slip: slip.number }) },
    prepared: { title: w("slip.carry", about), button: w("slip.carry", about), note, fields: [], command: () => ({ do: "carry-slip", slip: slip.number }) },
    carried: { title: w("slip.receive", about), button: w("slip.receive", about), note, fields: [], command: () => ({ do: "receive-slip", slip: slip.number }) },
  };
  const ended: Act = { title: w("slip.void", about), button: w("slip.void", about), note, danger: true, fields: [words("why", w("field.why"))], command: (said) => ({ do: "void-slip", slip: slip.number, why: said.text("why") }) };
  const step = next[slip.step];
  return gated(dealing, step ? [step, ended] : [ended]);
}
