// The AsyncAPI parser on the page of the socket.
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
const findings = diagnostics.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`);
const cases = document?.allMessages().length ?? 0;
process.stdout.write(JSON.stringify({ cases, findings: document ? findings : ["not parsed", ...findings] }));
