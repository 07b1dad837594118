/** Void rounds, equipment, interruptions, entries: what the rulebook's table of remedies has for this moment. */
import { canReadDice, type Remedy } from "../../../shared/remedies";
import type { Command, Trouble } from "../../../wire";
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";
import type { Act, Field, Option, Said } from "./act";
import { bound, effectName, permitted, provision, reason, remedies, remedy } from "./bounds";

export interface Offered {
  readonly remedy: Remedy;
  readonly name: string;
  readonly act: Act;
}

export function voids(dealing: Dealing): Offered[] {
  return remedies(dealing, "void-round").map((found) => ({ remedy: found, name: reason(found.trouble), act: voidAct(dealing, found) }));
}

function voidAct(dealing: Dealing, found: Remedy): Act {
  const announced: Option[] = [{ value: "yes", label: w("void.announced", { words: dealing.play.phrases.void }) }, { value: "no", label: w("void.unannounced") }];
  const seenLate = found.trouble === "dice-exposed" && found.moment !== "before-closing";
  return {
    title: w("void.title", { round: dealing.table?.round ?? 0 }), button: w("void.go"), danger: true, note: `${reason(found.trouble)}. ${effectName(dealing, found.trouble)}`,
    fields: [{ is: "choice", name: "announced", label: w("void.how"), options: seenLate ? announced.reverse() : announced }],
    command: (said) => ({ do: "void-round", trouble: found.trouble as Trouble, announced: said.text("announced") === "yes" }),
    ...bound(dealing, found),
  };
}

/** Everything else about the round or the equipment. */
export function others(dealing: Dealing): Offered[] {
  const made: readonly [Command["do"], (dealing: Dealing, found: Remedy) => Act][] = [
    ["report-trouble", reportAct], ["resume", resumeAct], ["amend-entry", amendAct], ["correct-round", correctAct], ["reverse-rounds", reverseAct],
  ];
  return made.flatMap(([order, act]) => remedies(dealing, order).map((found) => ({ remedy: found, name: act(dealing, found).title, act: act(dealing, found) })));
}

/** Mark what was actually lit on the felt, and press what the dice show; both are separate from the entry. */
function reportAct(dealing: Dealing, found: Remedy): Act {
  const { table } = dealing;
  const trouble = found.trouble as Trouble;
  const shown = trouble !== "malfunction";
  const fields: Field[] = [{ is: "words", name: "note", label: w("field.note"), optional: true }];
  if (shown && table?.shown?.lit.length) fields.push({ is: "flag", name: "lit", label: w("trouble.mark-lit"), start: true });
  if (shown && canReadDice(dealing)) fields.push({ is: "flag", name: "dice", label: w("trouble.read-dice"), start: true });
  const title = reason(trouble);
  const give = (note: string, lit: readonly string[], dice: readonly number[]) => ({ do: "report-trouble" as const, trouble, note, lit, dice });
  const read = (said: Said, lit: readonly string[]) => {
    if (!said.flag("dice")) void dealing.give(give(said.text("note"), lit, []), title);
    else dealing.startReading({ title: w("trouble.dice"), clause: bound(dealing, found).clause ?? "", what: title, command: (keys) => give(said.text("note"), lit, keys) });
  };
  const then = (said: Said) => {
    if (!said.flag("lit")) read(said, []);
    else dealing.pick({ title: w("trouble.lit"), kind: "lit", start: table?.shown?.lit ?? [], done: (spots) => read(said, Object.keys(spots)) });
  };
  return { title, button: w("trouble.report"), danger: !!provision(dealing, trouble)?.stops, note: effectName(dealing, trouble), fields, then, ...bound(dealing, found) };
}

/** The dice are not entered here, but uncovered and entered in the usual way. */
function resumeAct(dealing: Dealing, found: Remedy): Act {
  const options: Option[] = [{ value: "on", label: w("resume.on") }, { value: "disturbed", label: w("resume.disturbed") }];
  const covered = found.does === "conclude-or-void";
  const fields: Field[] = covered ? [{ is: "choice", name: "dice", label: w("resume.ask"), options }] : [];
  return {
    title: reason(found.trouble), button: found.does === "void" ? w("void.go") : covered ? w("resume.confirm") : w("resume.go"), danger: found.does !== "conclude", fields,
    command: (said) => ({ do: "resume", disturbed: said.text("dice") === "disturbed" }),
    ...bound(dealing, found),
  };
}

function reverseAct(dealing: Dealing, found: Remedy): Act {
  const round = dealing.table?.round ?? 0;
  return {
    title: reason(found.trouble), button: w("reverse.go"), danger: true, note: effectName(dealing, found.trouble),
    fields: [{ is: "number", name: "round", label: w("field.round"), start: round, least: 1 }],
    command: (said) => ({ do: "reverse-rounds", rounds: [said.number("round")] }),
    ...bound(dealing, found),
  };
}

function amendAct(dealing: Dealing, found: Remedy): Act {
  return { title: w("amend.title"), button: w("to-pad"), fields: [], then: () => readAmendment(dealing, found), ...bound(dealing, found) };
}

function readAmendment(dealing: Dealing, found: Remedy): void {
  const { clause = "", two = false } = bound(dealing, found);
  dealing.startReading({ title: w("amend.title"), clause, what: w("amend.title"), two, old: dealing.table?.shown?.roll ?? "", command: (keys) => ({ do: "amend-entry", keys }) });
}

function correctAct(dealing: Dealing, found: Remedy): Act {
  const { clause = "", two = false } = bound(dealing, found);
  return {
    title: w("correct.title"), button: w("to-pad"), danger: true, fields: [{ is: "number", name: "round", label: w("field.round"), start: dealing.table?.round ?? 0, least: 1 }],
    then: (said) => {
      const number = said.number("round");
      const what = w("correct.round", { round: number });
      const old = dealing.table?.recent.find(([round]) => round === number)?.[1] ?? "";
      dealing.startReading({ title: what, clause, what, two, old, command: (keys) => ({ do: "correct-round", number, keys }) });
    },
    ...bound(dealing, found),
  };
}

/** For the dock, when a wrong entry is seen. */
export function amendment(dealing: Dealing): Offered | null {
  const found = remedy(dealing, "amend-entry", "entry-wrong");
  return found ? { remedy: found, name: w("amend.title"), act: amendAct(dealing, found) } : null;
}

/** Go straight to the entry terminal before collection; after it, show first what will be undone. */
export function amend(dealing: Dealing, { remedy: found, act }: Offered): void {
  if (found.moment === "entered") readAmendment(dealing, found);
  else dealing.act = act;
}

export function clearAct(dealing: Dealing): Act {
  return {
    title: w("trouble.clear"), button: w("trouble.clear"), note: w("trouble.clear.note"),
    fields: [{ is: "words", name: "procedure", label: w("field.procedure") }],
    command: (said) => ({ do: "clear-trouble", procedure: said.text("procedure") }),
    ...permitted(dealing, "clear-trouble"),
  };
}

/** Called at the reveal, like the step itself. */
export function notFlatAct(dealing: Dealing): Act | null {
  const found = remedy(dealing, "void-round", "dice-not-flat");
  if (!found) return null;
  return { ...voidAct(dealing, found), title: reason(found.trouble), fields: [], command: () => ({ do: "reveal-dice", flat: false }) };
}
