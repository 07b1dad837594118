/** A request to the house: running, done, or refused with words. */
import { refusal, t } from "../../i18n/i18n.svelte";
import { Refused } from "../../shared/api";

export class Task {
  busy = $state(false);
  good = $state("");
  bad = $state("");
  /** What the house adds in its own words, with the value concerned. */
  detail = $state("");

  /** `work` returns the message to show when it is done. */
  async run(work: () => Promise<string>): Promise<boolean> {
    this.busy = true;
    this.clear();
    try {
      this.good = await work();
      return true;
    } catch (error) {
      this.bad = error instanceof Refused ? refusal(error.code) : t("failed");
      this.detail = error instanceof Refused ? error.words : "";
      return false;
    } finally {
      this.busy = false;
    }
  }

  clear(): void {
    this.good = this.bad = this.detail = "";
  }
}
