/* Throws three dice under a dome with a physics engine and writes the good throws in the form that the page plays:
 * `node scripts/bake.mjs` rebuilds src/dome/throws.json. The edge of a die is 1, z is up, the base is at 0. */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import RAPIER from "@dimforge/rapier3d-compat";
import { contactsOf } from "./bake/contacts.mjs";
import { keysOf } from "./bake/keys.mjs";
import { packed } from "./bake/packing.mjs";
import { thrown } from "./bake/throwing.mjs";

const WANTED = 24;
const SECONDS = [3, 3.9];
const FLAT = 0.9995;

await RAPIER.init();
const throws = [];
for (let seed = 1; throws.length < WANTED; seed += 1) {
  const made = thrown(RAPIER, seed);
  if (!made || made.seconds < SECONDS[0] || made.seconds > SECONDS[1] || made.flat < FLAT) continue;
  throws.push({ seconds: made.seconds, dice: made.dice.map(keysOf), contacts: contactsOf(made.contacts) });
}
const data = packed(throws);
writeFileSync(new URL("../src/dome/throws.json", import.meta.url), `${JSON.stringify(data)}\n`);
const keys = throws.flatMap((one) => one.dice).reduce((sum, one) => sum + one.length, 0);
console.log(`${throws.length} throws, ${keys} keys, ${gzipSync(JSON.stringify(data)).length} bytes gzip`);
