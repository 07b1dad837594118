/** A long list on the screen: the rows in which the words are that somebody looks for, some at a time. */
const ROWS = 100;

export class Rows<T> {
  sought = $state("");
  private most = $state(ROWS);
  private readonly found = $derived.by(() => {
    const text = this.sought.trim().toLowerCase();
    return text ? this.all().filter((one) => this.words(one).toLowerCase().includes(text)) : this.all();
  });
  readonly shown = $derived(this.found.slice(0, this.most));
  readonly left = $derived(this.found.length - this.shown.length);
  readonly long = $derived.by(() => this.all().length > ROWS);

  constructor(
    private readonly all: () => readonly T[],
    private readonly words: (one: T) => string,
  ) {}

  more(): void {
    this.most += ROWS;
  }
}
