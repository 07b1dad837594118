/* Checks the compressed size of each screen against its limit. Run after a build. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = new URL("../../src/taisai/web/assets/", import.meta.url);
const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const size = (name) => gzipSync(readFileSync(new URL(name, folder))).length;
const named = (stem, ending) => files.filter((name) => name.startsWith(`${stem}-`) && name.endsWith(ending));

/** A chunk, its static imports, and their style sheets. */
function loaded(start) {
  const seen = new Set();
  const waiting = [...start];
  while (waiting.length) {
    const name = waiting.pop();
    if (seen.has(name)) continue;
    seen.add(name);
    for (const [, found] of text(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) waiting.push(found);
    waiting.push(...named(name.replace(/-[^-]{8}\.js$/, ""), ".css"));
  }
  return [...seen];
}

const kB = (names) => names.reduce((sum, name) => sum + size(name), 0) / 1000;
const terminal = loaded([...named("index", ".js"), ...named("Terminal", ".js"), ...named("index", ".css")]);
const felt = [...named("FeltFrame", ".js"), ...named("FeltFrame", ".css"), ...named("glyphs", ".js")];
const lab = loaded([...named("index", ".js"), ...["Lab", "Evening", "Systems", "House", "Dice", "Design"].flatMap((stem) => named(stem, ".js")), ...named("index", ".css")]);
const dome = loaded(named("Dome", ".js")).filter((name) => !terminal.includes(name));
const rows = [
  ["terminal, script and style", kB(terminal), 90],
  ["dome with its throws", kB(dome), 26],
  ["felt", kB(felt), 20],
  ["lab with all its tabs", kB(lab), 150],
];
for (const [what, is, most] of rows) console.log(`${what}: ${is.toFixed(1)} kB gzip of ${most}`);
process.exitCode = rows.some(([, is, most]) => is > most) ? 1 : 0;
