/** A search in a long list: the rows that contain the words. */
const LONG = 100;

export class Search<T> {
  text = $state("");
  readonly found = $derived.by(() => {
    const text = this.text.trim().toLowerCase();
    return text ? this.all().filter((one) => this.words(one).toLowerCase().includes(text)) : this.all();
  });
  readonly useful = $derived.by(() => this.all().length > LONG);

  constructor(
    private readonly all: () => readonly T[],
    private readonly words: (one: T) => string,
  ) {}
}
