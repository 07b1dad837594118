// Lighthouse or axe on each screen at two sizes. axe also keeps the pages as they are then, for judges of HTML.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const [judge] = process.argv.slice(2);
const { JUDGED_ADDRESS, JUDGED_TABLE, JUDGED_SEAT, JUDGED_STAFF, JUDGED_FOLDER, JUDGED_CHROMIUM } = process.env;
const SIZES = {
  phone: { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  laptop: { width: 1440, height: 900, isMobile: false, hasTouch: false, deviceScaleFactor: 1 },
};
const SCREENS = {
  lobby: ["/"],
  terminal: [`/terminal?table=${JUDGED_TABLE}`, JUDGED_SEAT],
  console: [`/console?table=${JUDGED_TABLE}`, JUDGED_STAFF],
  layout: [`/layout?table=${JUDGED_TABLE}`],
  display: [`/display?table=${JUDGED_TABLE}`],
  pit: ["/pit", JUDGED_STAFF],
  lab: ["/lab"],
  verify: ["/verify"],
};
const CATEGORIES = ["accessibility", "best-practices", "seo", "performance"];
const SETTLED_MS = 2_000;
const FLAGS = {
  onlyCategories: CATEGORIES,
  disableStorageReset: true, // or nobody would be signed in
  disableFullPageScreenshot: true,
  throttlingMethod: "provided",
  maxWaitForLoad: 5_000, // tables that deal themselves are never idle
  networkQuietThresholdMs: 500,
  cpuQuietThresholdMs: 0,
  logLevel: "error",
};
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await puppeteer.launch({
  executablePath: JUDGED_CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

async function byLighthouse(page, url, size) {
  const { lhr } = await lighthouse(url, FLAGS, size === "laptop" ? desktopConfig : undefined, page);
  const audits = Object.values(lhr.audits).filter(({ score }) => score !== null);
  const failed = audits.filter(({ score, scoreDisplayMode: mode }) => mode !== "informative" && score < 0.9);
  const error = lhr.runtimeError ? [`runtime: ${lhr.runtimeError.message}`] : [];
  return [audits.length, [...error, ...failed.map(({ id, displayValue = "" }) => [id, displayValue])]];
}

async function byAxe(page, url, size, name) {
  await page.setViewport(SIZES[size]);
  await page.goto(url, { waitUntil: "load" });
  await new Promise((done) => setTimeout(done, SETTLED_MS));
  writeFileSync(join(JUDGED_FOLDER, "pages", `${name}-${size}.html`), await page.content());
  const client = await page.createCDPSession(); // not as a script of the page: its policy allows none
  await client.send("Runtime.evaluate", { expression: AXE });
  const { passes, violations } = await page.evaluate(() => globalThis.axe.run());
  const findings = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" ")).join(", ")]);
  return [passes.length + violations.length, findings];
}

mkdirSync(join(JUDGED_FOLDER, "pages"), { recursive: true });
const verdict = { cases: 0, findings: [] };
for (const [name, [path, cookie]] of Object.entries(SCREENS)) {
  for (const size of Object.keys(SIZES)) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    if (cookie) {
      const [key, value] = cookie.split("=");
      await page.setCookie({ name: key, value, url: JUDGED_ADDRESS, httpOnly: true, sameSite: "Strict" });
    }
    const judged = judge === "axe" ? byAxe : byLighthouse;
    const [cases, findings] = await judged(page, `${JUDGED_ADDRESS}${path}`, size, name);
    verdict.cases += cases;
    verdict.findings.push(...findings.map(([id, words]) => `${id} ${name} ${size}: ${words}`));
    await context.close();
    process.stderr.write(`${name} ${size} ${Math.round(performance.now())} ms ${findings.map(([id]) => id)}\n`);
  }
}
await browser.close();
process.stdout.write(JSON.stringify(verdict));
