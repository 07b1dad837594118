/** Chips: what a seat changes them for, and the float of the table. */
import type { SeatView } from "../../../wire";
import type { Dealing } from "../dealing.svelte";
import { w, worded } from "../words";
import { chips, money, permitted, type Act } from "./act";

export const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "brown", "grey", "white"] as const;

export function chipActs(dealing: Dealing, seat: SeatView): Act[] {
  const { seat: number } = seat;
  const handle = permitted(dealing, "handle-money");
  const taken = new Set((dealing.staff?.seats ?? []).filter((one) => one.seat !== number).map((one) => one.colour));
  const colours = COLOURS.filter((one) => !taken.has(one)).map((value) => ({ value, label: worded("colour", value) }));
  return [
    { title: w("seat.change"), button: w("seat.change"), fields: [chips("chips", w("field.chips"))], command: (said) => ({ do: "change-cash", seat: number, chips: said.chips("chips") }), ...handle },
    {
      title: w("seat.colour"), button: w("seat.colour"), note: w("seat.colour.note"),
      fields: [{ is: "choice", name: "colour", label: w("field.colour"), options: colours }, money("value", w("field.value"), seat.colour_value || (dealing.info.chips[0] ?? 100))],
      command: (said) => ({ do: "assign-colour", seat: number, colour: said.text("colour"), value: said.number("value") }), ...handle,
    },
    {
      title: w("seat.colour-up"), button: w("seat.colour-up"), fields: [chips("given", w("field.given")), chips("received", w("field.received"))],
      command: (said) => ({ do: "colour-up", seat: number, given: said.chips("given"), received: said.chips("received") }), ...handle,
    },
  ];
}

export function floatActs(dealing: Dealing): Act[] {
  const handle = permitted(dealing, "handle-money");
  return [
    { title: w("float.fill"), button: w("float.fill"), fields: [chips("chips", w("field.chips"))], command: (said) => ({ do: "fill-float", chips: said.chips("chips") }), ...handle },
    { title: w("float.credit"), button: w("float.credit"), fields: [chips("chips", w("field.chips"))], command: (said) => ({ do: "credit-float", chips: said.chips("chips") }), ...handle },
  ];
}
