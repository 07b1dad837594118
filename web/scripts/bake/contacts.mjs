/* The audible contacts of a throw: separate knocks, by material and strength. */
const APART_S = 0.035;
const MOST = 32;
const LEAST = 0.04;

export function contactsOf(all) {
  const heard = [];
  const last = new Map();
  for (const one of all) {
    const pair = `${one.on} ${one.dice.join()}`;
    const before = last.get(pair);
    if (before && one.at - before.until < APART_S) {
      before.until = one.at;
      if (one.at - before.at < APART_S) before.blow = Math.max(before.blow, one.blow);
      continue;
    }
    const fresh = { at: one.at, until: one.at, on: one.on, blow: one.blow };
    last.set(pair, fresh);
    heard.push(fresh);
  }
  const hardest = Math.max(...heard.map((one) => one.blow));
  return heard.map((one) => ({ ...one, energy: (one.blow / hardest) ** 2 })).filter((one) => one.blow / hardest > LEAST)
    .sort((one, other) => other.energy - one.energy).slice(0, MOST).sort((one, other) => one.at - other.at);
}
