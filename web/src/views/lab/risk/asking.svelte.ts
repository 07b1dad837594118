/** A question to the lab that follows the input: sent when typing pauses; only the last answer counts. */
import { refusal } from "../../../i18n/i18n.svelte";
import { Refused } from "../../../shared/api";
import { l } from "../words";

const AFTER_MS = 250;

export class Asking<T> {
  answer = $state.raw<T>();
  busy = $state(false);
  failed = $state("");
  /** The command to run if the house does not calculate it. */
  command = $state("");

  /** For an effect: returns its cleanup. */
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
