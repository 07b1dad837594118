/** Wagers that staff place, move or take back for a player, and misplaced wagers. */
import { t } from "../../../i18n/i18n.svelte";
import { isStaffPlaced } from "../../../shared/gates";
import { isPaying } from "../../../shared/remedies";
import type { Command, SeatView } from "../../../wire";
import type { Dealing } from "../dealing.svelte";
import { w, worded } from "../words";
import { words, type Act, type Field, type Option } from "./act";
import { bound, effectName, partField, permitted, provision, remedy, stackField, stackOf } from "./bounds";

/** What changing a wager that staff placed needs besides. */
function changing(dealing: Dealing, seat: SeatView, command: Command & { readonly spot: string }): { fields: Field[]; two: boolean; note?: string } {
  const placed = isStaffPlaced(dealing.staff, seat.seat, command.spot);
  return { fields: placed ? [words("reason", w("field.reason"))] : [], two: dealing.takesTwo(command), ...(placed ? { note: w("staff-placed.note") } : {}) };
}

export function callWagerAct(dealing: Dealing, seat: SeatView): Act {
  return {
    title: w("seat.call-wager", { seat: seat.seat }), button: w("to-felt"),
    fields: [stackField(dealing, seat), words("asked", w("field.asked-by"), w("seat", { seat: seat.seat }))], ...permitted(dealing, "place-wager"),
    then: (said) => {
      const [stake, asked_by] = [stackOf(dealing, said), said.text("asked")];
      const stack = dealing.chips ? said.chips("stake") : [];
      dealing.aim = { title: w("aim.place", { seat: seat.seat, amount: dealing.money(stake) }), once: false, command: (spot) => ({ do: "place-wager", seat: seat.seat, spot, stake, stack, asked_by }) };
    },
  };
}

/** If it is found while winners are being paid, collection and payments are undone. */
export function unnoticedAct(dealing: Dealing, seat: SeatView): Act | null {
  const found = dealing.chips ? remedy(dealing, "record-unnoticed", "maximum-exceeded") : null;
  if (!found) return null;
  const { two = false } = bound(dealing, found);
  return {
    title: w("seat.unnoticed", { seat: seat.seat }), button: w("to-felt"), note: effectName(dealing, found.trouble), fields: [stackField(dealing, seat)], ...bound(dealing, found),
    ...(isPaying(found.moment) ? { follows: t("does.amend-paying") } : {}),
    then: (said) => {
      const stake = stackOf(dealing, said);
      dealing.aim = { title: w("aim.unnoticed", { seat: seat.seat, amount: dealing.money(stake) }), once: true, two, command: (spot) => ({ do: "record-unnoticed", seat: seat.seat, spot, stake }) };
    },
  };
}

export function withdrawAct(dealing: Dealing, seat: SeatView, spot: string): Act {
  const { fields, ...more } = changing(dealing, seat, { do: "withdraw-wager", seat: seat.seat, spot, stake: 0 });
  return {
    title: w("seat.withdraw", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("withdraw.go"), fields: [partField(dealing, seat, spot), ...fields], ...more, ...permitted(dealing, "withdraw-wager"),
    command: (said) => ({ do: "withdraw-wager", seat: seat.seat, spot, stake: said.number("stake"), reason: said.text("reason") }),
  };
}

export function moveAct(dealing: Dealing, seat: SeatView, spot: string): Act {
  const { fields, two, ...more } = changing(dealing, seat, { do: "move-wager", seat: seat.seat, spot, to: spot, stake: 0 });
  return {
    title: w("seat.move", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("to-felt"), fields: [partField(dealing, seat, spot), ...fields], two, ...more, ...permitted(dealing, "move-wager"),
    then: (said) => {
      const [stake, why] = [said.number("stake"), said.text("reason")];
      dealing.aim = aimFrom(dealing, seat, spot, stake, two, (to) => ({ do: "move-wager", seat: seat.seat, spot, to, stake, reason: why }));
    },
  };
}

function aimFrom(dealing: Dealing, seat: SeatView, spot: string, stake: number, two: boolean, command: (to: string) => Command) {
  return { title: w("aim.move", { seat: seat.seat, amount: dealing.money(stake), spot: dealing.nameOf(spot) }), once: true, two, command };
}

/** What the rulebook provides for a wager on this spot. */
export function lyingActs(dealing: Dealing, seat: SeatView, spot: string): { name: string; act: Act }[] {
  return [
    { name: w("shifted.go"), act: shiftedAct(dealing, seat, spot) }, { name: w("move-back.go"), act: moveBackAct(dealing, seat, spot) }, { name: w("line.go"), act: lineAct(dealing, seat, spot) },
  ].flatMap(({ name, act }) => (act ? [{ name, act }] : []));
}

/** It is only recorded; the rulebook decides whether it counts there. */
function shiftedAct(dealing: Dealing, seat: SeatView, spot: string): Act | null {
  const found = remedy(dealing, "record-moved", "wager-moved");
  if (!found) return null;
  const told = bound(dealing, found);
  const two = !!told.two || dealing.takesTwo({ do: "record-moved", seat: seat.seat, spot, to: spot, stake: 0, cause: "" });
  return {
    title: w("seat.shifted", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("to-felt"), note: effectName(dealing, found.trouble), fields: [partField(dealing, seat, spot), words("cause", w("field.moved-by"))], ...told, two,
    then: (said) => {
      const [stake, cause] = [said.number("stake"), said.text("cause")];
      dealing.aim = aimFrom(dealing, seat, spot, stake, two, (to) => ({ do: "record-moved", seat: seat.seat, spot, to, stake, cause }));
    },
  };
}

/** Only for the causes that the rulebook lists. */
function moveBackAct(dealing: Dealing, seat: SeatView, spot: string): Act | null {
  const found = remedy(dealing, "move-wager-back", "wager-moved");
  if (!found) return null;
  const options = (provision(dealing, found.trouble)?.causes ?? []).map((value): Option => ({ value, label: worded("cause", value) }));
  const { fields, two: byTwo, ...more } = changing(dealing, seat, { do: "move-wager-back", seat: seat.seat, spot, to: spot, stake: 0, cause: "" });
  const told = bound(dealing, found);
  const two = byTwo || !!told.two;
  return {
    title: w("seat.move-back", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("to-felt"), note: effectName(dealing, found.trouble),
    fields: [partField(dealing, seat, spot), { is: "choice", name: "cause", label: w("field.cause"), options }, ...(fields.length ? fields : [{ is: "words" as const, name: "reason", label: w("field.reason"), optional: true }])],
    ...told, ...more, two,
    then: (said) => {
      const [stake, cause, why] = [said.number("stake"), said.text("cause"), said.text("reason")];
      dealing.aim = aimFrom(dealing, seat, spot, stake, two, (to) => ({ do: "move-wager-back", seat: seat.seat, spot, to, stake, cause, reason: why }));
    },
  };
}

/** It counts only if the rulebook leaves that to the operator. */
function lineAct(dealing: Dealing, seat: SeatView, spot: string): Act | null {
  const found = remedy(dealing, "judge-line", "line-touched");
  if (!found) return null;
  const back: Option = { value: "no", label: w("line.back") };
  const options = provision(dealing, found.trouble)?.effect === "operator-decides" ? [{ value: "yes", label: w("line.counts", { spot: dealing.nameOf(spot) }) }, back] : [back];
  return {
    title: w("seat.line", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("line.decide"), note: effectName(dealing, found.trouble),
    fields: [partField(dealing, seat, spot), { is: "choice", name: "counts", label: w("line.ask"), options }, words("reason", w("field.reason"))], ...bound(dealing, found),
    command: (said) => ({ do: "judge-line", seat: seat.seat, spot, stake: said.number("stake"), counts: said.text("counts") === "yes", reason: said.text("reason") }),
  };
}
