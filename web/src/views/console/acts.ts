/** What can be done beside the steps of a round: each act with what must be said for it. */
import { coded } from "../../i18n/i18n.svelte";
import type { Command, Outstanding, SeatView, Trouble, TroubleInfo } from "../../wire";
import { stacked, sum } from "./amounts";
import type { Dealing } from "./dealing.svelte";
import { w, worded } from "./words";

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type Field =
  | { readonly is: "money"; readonly name: string; readonly label: string; readonly start?: number; readonly optional?: boolean }
  | { readonly is: "chips"; readonly name: string; readonly label: string; readonly more?: readonly number[] }
  | { readonly is: "words"; readonly name: string; readonly label: string; readonly start?: string; readonly optional?: boolean }
  | { readonly is: "number"; readonly name: string; readonly label: string; readonly start: number; readonly least: number }
  | { readonly is: "choice"; readonly name: string; readonly label: string; readonly options: readonly Option[] };

/** What was said, by the names of the fields. */
export class Said {
  constructor(private readonly values: Readonly<Record<string, number | string | readonly number[]>>) {}

  number(name: string): number {
    const value = this.values[name];
    return typeof value === "number" ? value : 0;
  }

  text(name: string): string {
    const value = this.values[name];
    return typeof value === "string" ? value.trim() : "";
  }

  chips(name: string): readonly number[] {
    const value = this.values[name];
    return Array.isArray(value) ? stacked(value as number[]) : [];
  }
}

export interface Act {
  readonly title: string;
  readonly button: string;
  readonly fields: readonly Field[];
  /** Given when it is confirmed, or nothing where the felt or the entry terminal is asked next. */
  readonly command?: (said: Said) => Command;
  readonly then?: (said: Said) => void;
  readonly note?: string;
  readonly clause?: string;
  readonly danger?: boolean;
  /** Said where the role of whoever is signed in may not. */
  readonly forOthers?: string;
}

/** What a command puts right, by the rulebook. */
const provided = (dealing: Dealing, command: Command["do"]) => dealing.play.troubles.filter((one) => one.commands.includes(command));
export const voiding = (dealing: Dealing) => provided(dealing, "void-round");

function permitted(dealing: Dealing, act: string): Pick<Act, "clause" | "forOthers"> {
  const clause = dealing.play.act_clauses[act] ?? "";
  return dealing.may(act) ? { clause } : { clause, forOthers: dealing.whoMay(dealing.play.acts[act] ?? [], clause) };
}

const troubleName = (one: TroubleInfo): string => coded("trouble", one.trouble) ?? one.trouble;
const effectName = (one: TroubleInfo): string => coded("effect", one.effect) ?? one.effect;

/** A reason without the full stop of its sentence, for a button. */
export const reason = (one: TroubleInfo): string => troubleName(one).replace(/[.。]$/, "");

export function voidAct(dealing: Dealing, one: TroubleInfo): Act {
  const announced: Option[] = [{ value: "yes", label: w("void.announced", { words: dealing.play.phrases.void }) }, { value: "no", label: w("void.unannounced") }];
  return {
    title: w("void.title", { round: dealing.table?.round ?? 0 }), button: w("void.go"), danger: true, note: `${troubleName(one)} ${effectName(one)}`,
    fields: [{ is: "choice", name: "announced", label: w("void.how"), options: announced }],
    command: (said) => ({ do: "void-round", trouble: one.trouble as Trouble, announced: said.text("announced") === "yes" }),
    ...permitted(dealing, "announce-void"), clause: one.clause,
  };
}

/** Equipment, interruptions, wagers that were moved: as far as the rulebook provides for them. */
export function troubleActs(dealing: Dealing): Act[] {
  const acts: Act[] = [];
  for (const one of provided(dealing, "report-trouble")) {
    acts.push({
      title: reason(one), button: w("trouble.report"), danger: one.stops, note: effectName(one), clause: one.clause,
      fields: [{ is: "words", name: "note", label: w("field.note"), optional: true }],
      command: (said) => ({ do: "report-trouble", trouble: one.trouble as Trouble, note: said.text("note") }),
    });
  }
  for (const one of provided(dealing, "resume")) acts.push(resumeAct(dealing, one));
  for (const one of provided(dealing, "reverse-rounds")) {
    const round = dealing.table?.round ?? 0;
    acts.push({
      title: reason(one), button: w("reverse.go"), danger: true, note: effectName(one),
      fields: [{ is: "number", name: "round", label: w("field.round"), start: round, least: 1 }],
      command: (said) => ({ do: "reverse-rounds", rounds: [said.number("round")] }),
      ...permitted(dealing, "reverse-round"), clause: one.clause,
    });
  }
  return acts;
}

function resumeAct(dealing: Dealing, one: TroubleInfo): Act {
  const options: Option[] = [{ value: "none", label: w("resume.none") }, { value: "roll", label: w("resume.roll") }];
  return {
    title: reason(one), button: w("resume.go"), note: effectName(one), clause: one.clause, danger: true,
    fields: [{ is: "choice", name: "shown", label: w("resume.ask"), options }],
    then: (said) => {
      if (said.text("shown") === "none") void dealing.give({ do: "resume" }, w("resume.go"));
      else dealing.startReading({ title: w("resume.read"), clause: one.clause, what: w("resume.go"), command: (roll) => ({ do: "resume", roll }) });
    },
  };
}

export function clearAct(dealing: Dealing): Act {
  return {
    title: w("trouble.clear"), button: w("trouble.clear"), note: w("trouble.clear.note"),
    fields: [{ is: "words", name: "procedure", label: w("field.procedure") }],
    command: (said) => ({ do: "clear-trouble", procedure: said.text("procedure") }),
    ...permitted(dealing, "clear-malfunction"),
  };
}

export function amend(dealing: Dealing): void {
  const clause = dealing.play.act_clauses["amend-entry"] ?? "";
  dealing.startReading({ title: w("amend.title"), clause, what: w("amend.title"), command: (roll) => ({ do: "amend-entry", roll }) });
}

export function notFlatAct(dealing: Dealing): Act | null {
  const one = voiding(dealing).find((found) => found.trouble === "dice-not-flat");
  return one ? {
    title: reason(one), button: w("void.go"), danger: true, note: `${troubleName(one)} ${effectName(one)}`, clause: one.clause, fields: [],
    command: () => ({ do: "reveal-dice", flat: false }),
  } : null;
}

const money = (name: string, label: string, start = 0): Field => ({ is: "money", name, label, start });
const words = (name: string, label: string, start = ""): Field => ({ is: "words", name, label, start });
const chips = (name: string, label: string, more: readonly number[] = []): Field => ({ is: "chips", name, label, more });

/** The stake and, where there are chips, how they lie. */
function stakeField(dealing: Dealing, seat: SeatView): Field {
  return dealing.chips ? chips("stake", w("field.stack"), seat.colour ? [seat.colour_value] : []) : money("stake", w("field.stake"), dealing.info.chips[0] ?? 0);
}

const stakeOf = (dealing: Dealing, said: Said): number => (dealing.chips ? sum(said.chips("stake")) : said.number("stake"));

export function callWagerAct(dealing: Dealing, seat: SeatView): Act {
  return {
    title: w("seat.call-wager", { seat: seat.seat }), button: w("to-felt"), fields: [stakeField(dealing, seat)], ...permitted(dealing, "place-for-player"),
    then: (said) => {
      const stake = stakeOf(dealing, said);
      const stack = dealing.chips ? said.chips("stake") : [];
      dealing.aim = { title: w("aim.place", { seat: seat.seat, amount: dealing.money(stake) }), once: false, command: (spot) => ({ do: "place-wager", seat: seat.seat, spot, stake, stack }) };
    },
  };
}

export function unnoticedAct(dealing: Dealing, seat: SeatView): Act | null {
  const [one] = provided(dealing, "record-unnoticed");
  if (!one || !dealing.chips) return null;
  return {
    title: w("seat.unnoticed", { seat: seat.seat }), button: w("to-felt"), note: effectName(one), fields: [stakeField(dealing, seat)],
    ...permitted(dealing, "place-for-player"), clause: one.clause,
    then: (said) => {
      const stake = stakeOf(dealing, said);
      dealing.aim = { title: w("aim.unnoticed", { seat: seat.seat, amount: dealing.money(stake) }), once: true, command: (spot) => ({ do: "record-unnoticed", seat: seat.seat, spot, stake }) };
    },
  };
}

export function withdrawAct(dealing: Dealing, seat: SeatView, spot: string): Act {
  return {
    title: w("seat.withdraw", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("withdraw.go"), fields: [money("stake", w("field.stake"), seat.stakes[spot] ?? 0)],
    command: (said) => ({ do: "withdraw-wager", seat: seat.seat, spot, stake: said.number("stake") }), ...permitted(dealing, "place-for-player"),
  };
}

export function moveAct(dealing: Dealing, seat: SeatView, spot: string): Act {
  return {
    title: w("seat.move", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("to-felt"), fields: [money("stake", w("field.stake"), seat.stakes[spot] ?? 0)], ...permitted(dealing, "place-for-player"),
    then: (said) => {
      const stake = said.number("stake");
      dealing.aim = { title: w("aim.move", { seat: seat.seat, amount: dealing.money(stake), spot: dealing.nameOf(spot) }), once: true, command: (to) => ({ do: "move-wager", seat: seat.seat, spot, to, stake }) };
    },
  };
}

/** Only where the rulebook provides for it, and only for the causes that it names. */
export function moveBackAct(dealing: Dealing, seat: SeatView, spot: string): Act | null {
  const [one] = provided(dealing, "move-wager-back");
  if (!one) return null;
  const options = one.causes.map((value) => ({ value, label: worded("cause", value) }));
  return {
    title: w("seat.move-back", { seat: seat.seat, spot: dealing.nameOf(spot) }), button: w("to-felt"), note: effectName(one),
    fields: [money("stake", w("field.stake"), seat.stakes[spot] ?? 0), { is: "choice", name: "cause", label: w("field.cause"), options }],
    ...permitted(dealing, "move-wager-back"), clause: one.clause,
    then: (said) => {
      const [stake, cause] = [said.number("stake"), said.text("cause")];
      dealing.aim = { title: w("aim.move", { seat: seat.seat, amount: dealing.money(stake), spot: dealing.nameOf(spot) }), once: true, command: (to) => ({ do: "move-wager-back", seat: seat.seat, spot, to, stake, cause }) };
    },
  };
}

/** Everything that is about one seat and not about one of its wagers. */
export function seatActs(dealing: Dealing, seat: SeatView): Act[] {
  const { seat: number } = seat;
  const handle = permitted(dealing, "handle-money");
  const acts: Act[] = dealing.chips ? chipActs(dealing, seat) : [
    { title: w("seat.buy-in"), button: w("seat.buy-in"), fields: [money("amount", w("field.cash"))], command: (said) => ({ do: "buy-in", seat: number, amount: said.number("amount") }), ...handle },
    { title: w("seat.redeem"), button: w("seat.redeem"), fields: [words("voucher", w("field.voucher"))], command: (said) => ({ do: "buy-in", seat: number, voucher: said.text("voucher") }), ...handle },
    { title: w("seat.cash-out"), button: w("seat.cash-out"), fields: [], note: w("seat.cash-out.note", { amount: dealing.money(seat.credit) }), command: () => ({ do: "cash-out", seat: number }), ...handle },
  ];
  if (seat.uncollected) acts.push(...voucherActs(dealing, number, seat.uncollected));
  if (seat.owed) acts.push({ title: w("seat.pay-owed"), button: w("seat.pay-owed"), fields: [money("amount", w("field.cash"))], note: w("seat.owes", { amount: dealing.money(seat.owed) }), command: (said) => ({ do: "pay-owed", seat: number, amount: said.number("amount") }), ...handle });
  if (!seat.away) acts.push({ title: w("seat.gone"), button: w("seat.gone"), fields: [], note: w("seat.gone.note"), command: () => ({ do: "leave-seat", seat: number }) });
  for (const one of provided(dealing, "report-terminal")) {
    acts.push({
      title: reason(one), button: w("trouble.report"), note: effectName(one), clause: one.clause, fields: [],
      command: () => ({ do: "report-terminal", seat: number }),
    });
  }
  acts.push(seat.locked ? releaseAct(dealing, seat) : {
    title: w("seat.lock"), button: w("seat.lock"), fields: [words("cause", w("field.cause"))], danger: true, command: (said) => ({ do: "lock-seat", seat: number, cause: said.text("cause") }),
  });
  acts.push({
    title: w("seat.dispute"), button: w("seat.dispute"), fields: [{ is: "number", name: "about", label: w("field.round"), start: dealing.table?.round ?? 0, least: 0 }, words("claim", w("field.claim"))],
    command: (said) => ({ do: "open-dispute", seat: number, about: said.number("about"), claim: said.text("claim") }),
  });
  return acts;
}

/** A voucher that nobody has said to hold. */
function voucherActs(dealing: Dealing, seat: number, { ending, amount }: Outstanding): Act[] {
  const [handle, about] = [permitted(dealing, "handle-money"), { ending, amount: dealing.money(amount) }];
  return [
    { title: w("seat.collected"), button: w("seat.collected"), fields: [], note: w("seat.collected.note", about), command: () => ({ do: "collect-voucher", seat, ending }), ...handle },
    {
      title: w("seat.unprinted"), button: w("seat.unprinted"), fields: [words("procedure", w("field.procedure"))], note: w("seat.unprinted.note", about), danger: true,
      command: (said) => ({ do: "cancel-voucher", seat, ending, procedure: said.text("procedure") }), ...handle,
    },
  ];
}

function releaseAct(dealing: Dealing, seat: SeatView): Act {
  const fields: Field[] = [words("procedure", w("field.procedure"))];
  if (!dealing.chips) fields.push({ is: "money", name: "paid", label: w("field.paid"), start: 0, optional: true });
  return {
    title: w("seat.release"), button: w("seat.release"), fields, note: w("seat.locked", { cause: worded("lock", seat.locked) }),
    command: (said) => ({ do: "release-seat", seat: seat.seat, procedure: said.text("procedure"), paid: said.number("paid") }), ...permitted(dealing, "handle-money"),
  };
}

export const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "brown", "grey", "white"] as const;

function chipActs(dealing: Dealing, seat: SeatView): Act[] {
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

export function closeAct(dealing: Dealing): Act {
  return { title: w("close.title"), button: w("close.title"), fields: [], note: w("close.note"), danger: true, command: () => ({ do: "close-table" }), ...permitted(dealing, "open-table") };
}

export function decideAct(dealing: Dealing, dispute: number, seat: number): Act {
  const options = (dealing.staff?.seats ?? []).map((one) => ({ value: String(one.seat), label: w("seat", { seat: one.seat }) }));
  return {
    title: w("dispute.decide", { dispute }), button: w("dispute.go"), note: w("dispute.note"), ...permitted(dealing, "decide-uncovered"),
    fields: [
      ...(seat ? [] : [{ is: "choice" as const, name: "seat", label: w("field.seat"), options }]),
      words("reason", w("field.reason")), { is: "money", name: "amount", label: w("field.amount"), start: 0, optional: true },
    ],
    command: (said) => ({ do: "decide-dispute", dispute, reason: said.text("reason"), amount: said.number("amount"), seat: seat || Number(said.text("seat")) }),
  };
}
