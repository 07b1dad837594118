/** Caches the results of a function: creating a formatter takes longer than using it a thousand times. */
export function once<Given extends readonly (string | number)[], Answer>(work: (...given: Given) => Answer): (...given: Given) => Answer {
  const known = new Map<string, Answer>();
  return (...given) => {
    const key = given.join("\n");
    const found = known.get(key) ?? work(...given);
    known.set(key, found);
    return found;
  };
}
