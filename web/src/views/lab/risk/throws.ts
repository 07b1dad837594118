/** Throws in the usual formats: 2-2-5 or 2,2,5 per line, or a run of digits. */

export const THROWS_MAX = 20_000; // the house's limit
export const LINKED_MAX = 2_000; // the limit of an address

export type Read = { readonly throws: string } | { readonly line: number; readonly text: string };

/** The digits of all throws in order, or the first invalid line; a first line with letters is a header. */
export function throwsOf(text: string): Read {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const run = text.replace(/\s+/g, "");
  if (/^([1-6]{3})+$/.test(run)) return { throws: run };
  let throws = "";
  for (const [place, line] of lines.entries()) {
    if (!line || (place === 0 && /[A-Za-z]/.test(line))) continue;
    const found = /^([1-6])[-,; \t]+([1-6])[-,; \t]+([1-6])$/.exec(line);
    if (!found) return { line: place + 1, text: line.slice(0, 40) };
    throws += found.slice(1).join("");
  }
  return { throws };
}
