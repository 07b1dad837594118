// Strict Ajv on the schema of the messages, and on the messages of the clients that have played.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [schema, folder] = process.argv.slice(2);
const ajv = addFormats(new Ajv2020({ strict: true, allErrors: true }));
const findings = [];
let validate = null;
try {
  validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
} catch (error) {
  findings.push(`compile: ${error.message}`);
}
const messages = existsSync(folder) ? readdirSync(folder) : [];
for (const name of validate ? messages : []) {
  if (!validate(JSON.parse(readFileSync(join(folder, name), "utf8")))) findings.push(`${name}: ${ajv.errorsText(validate.errors)}`);
}
process.stdout.write(JSON.stringify({ cases: 1 + messages.length, findings }));
