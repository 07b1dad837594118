/** Before a table opens: failed checks, in words. */
import type { Dealing } from "../dealing.svelte";
import { w } from "../words";
import { words, type Act } from "./act";
import { permitted } from "./bounds";

export function failAct(dealing: Dealing, check: string): Act {
  return {
    title: w("open.check", { check }), button: w("open.failed"), danger: true, note: w("open.failed.note"), fields: [words("why", w("open.found"))],
    command: (said) => ({ do: "record-check", check, passed: false, why: said.text("why") }), ...permitted(dealing, "record-check"), clause: check,
  };
}

export function wrongAct(dealing: Dealing, roll: string): Act {
  return {
    title: w("test.wrong"), button: w("test.wrong.go"), danger: true, note: w("test.wrong.note", { roll }), fields: [words("why", w("test.seen"))],
    command: (said) => ({ do: "judge-test", right: false, why: said.text("why") }), ...permitted(dealing, "judge-test"),
  };
}
