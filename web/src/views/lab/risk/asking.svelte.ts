/** A question to the lab that follows what is typed: asked when that rests, answered by the last one alone. */
import { refusal } from "../../../i18n/i18n.svelte";
import { Refused } from "../../../shared/api";
import { l } from "../words";

const AFTER_MS = 250;

export class Asking<T> {
  answer = $state.raw<T>();
  busy = $state(false);
  failed = $state("");
  /** What to type where the house does not work it out, as it says. */
  command = $state("");

  /** For an effect: gives what ends it. */
  ask(question: () => Promise<T>): () => void {
    let stale = false;
    this.busy = true;
    const timer = setTimeout(() => {
      question().then(
        (found) => {
          if (!stale) [this.answer, this.failed, this.command, this.busy] = [found, "", "", false];
        },
        (error: unknown) => {
          if (!stale) this.refuse(error);
        },
      );
    }, AFTER_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }

  clear() {
    [this.answer, this.failed, this.command, this.busy] = [undefined, "", "", false];
  }

  private refuse(error: unknown) {
    this.failed = error instanceof Refused ? refusal(error.code) : l("failed");
    this.command = error instanceof Refused ? (/command line: (.+)$/.exec(error.words)?.[1] ?? "") : "";
    [this.answer, this.busy] = [undefined, false];
  }
}
