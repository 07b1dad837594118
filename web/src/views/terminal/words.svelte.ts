/** Messages of a terminal: one line on the screen for a while, and the text for screen readers. */

export interface Word {
  readonly tone: "bad" | "good" | "plain";
  readonly text: string;
  readonly key: number;
}

const WORD_MS = 6_000;

export class Words {
  word = $state.raw<Word | null>(null);
  call = $state("");
  private said = 0;

  speak(tone: Word["tone"], text: string): void {
    const key = ++this.said;
    this.word = { tone, text, key };
    setTimeout(() => {
      if (this.word?.key === key) this.word = null;
    }, WORD_MS);
  }

  hush(): void {
    this.word = null;
  }
}
