"""The judges: what each is, where its program comes from, how long it may take, and how its verdict is read."""

from typing import Final, NamedTuple

from judging import verdicts
from judging.getting import DEBIAN, MACHINE, NODE, PYTHON
from judging.verdicts import Reader

OURS: Final = "{root}/scripts/judging/programs"
MODULES: Final = "{node}"
"""Node looks for packages beside a program, so ours are copied there."""
SCHEMA: Final = "{root}/docs/reference/messages.schema.json"
FUZZ: Final = (
    "schemathesis --config-file {root}/scripts/judging/schemathesis.toml run {folder}/openapi.json --url {address} "
    "--seed 1 --phases examples,coverage,fuzzing --max-examples 20 --max-time 40 --continue-on-failure --no-shrink "
    "--no-color --generation-database none --request-timeout 60 --report json --report-dir {kept}"
)
AS_CALLER: Final = " --header 'Cookie: {{{0}}}' --header 'Content-Type: application/json' --exclude-path /api/sign-out"


class Judge(NamedTuple):
    """`command` names parts of the evidence in braces; its first word is a program of `source`. `stdin` is a file of
    the evidence. `needs` is another program that it cannot run without."""

    name: str
    source: str
    limit_s: int
    command: str
    read: Reader
    stdin: str = ""
    needs: str = ""


JUDGES: Final = (
    Judge("openapi-spec-validator", PYTHON, 30,
          "openapi-spec-validator {root}/docs/reference/openapi.json", verdicts.lines(r"^\S+: (?!OK$)")),
    Judge("AsyncAPI parser", NODE, 40, f"node {MODULES}/asyncapi.mjs {{root}}/docs/reference/asyncapi.json",
          verdicts.own),
    Judge("websockets", PYTHON, 45, f"python {OURS}/play_websockets.py", verdicts.own),
    Judge("aiohttp", PYTHON, 45, f"python {OURS}/play_aiohttp.py", verdicts.own),
    Judge("ws", NODE, 45, f"node {MODULES}/play_ws.mjs", verdicts.own),
    Judge("JSON Schema metaschema", PYTHON, 20, f"check-jsonschema -o json --verbose --check-metaschema {SCHEMA}",
          verdicts.check_jsonschema),
    Judge("check-jsonschema", PYTHON, 30, f"check-jsonschema -o json --verbose --schemafile {SCHEMA} "
          "{folder}/messages/*", verdicts.check_jsonschema),
    Judge("Ajv, strict", NODE, 30, f"node {MODULES}/ajv.mjs {SCHEMA} {{folder}}/messages", verdicts.own),
    Judge("axe", NODE, 150, f"node {MODULES}/screens.mjs axe", verdicts.own),
    Judge("html-validate", NODE, 30, "html-validate --formatter json {folder}/pages/*", verdicts.html_validate),
    Judge("Nu", NODE, 40, "java -jar {node}/node_modules/vnu-jar/build/dist/vnu.jar --format json --stdout "
          "{folder}/pages", verdicts.nu, needs="java"),
    Judge("mypy, strict", PYTHON, 60, "mypy --strict -O json --python-executable {python} --cache-dir {kept} "
          "{folder}/programs", verdicts.mypy),
    Judge("pyright, strict", NODE, 60, "pyright --outputjson --pythonpath {python} --project {folder}/programs",
          verdicts.pyright),
    Judge("twine", PYTHON, 20, "twine --no-color check --strict {folder}/dist/*",
          verdicts.lines("WARNING|ERROR", cases=2)),
    Judge("validate-pyproject", PYTHON, 20, "validate-pyproject {root}/pyproject.toml", verdicts.lines("^Invalid")),
    Judge("deptry", PYTHON, 40, "{python} -m deptry {root}/src --config {root}/pyproject.toml --no-ansi "
          "--json-output {kept}/deptry.json", verdicts.deptry),
    Judge("promtool", DEBIAN, 10, "promtool check metrics", verdicts.lines("."), stdin="metrics"),
    Judge("nginx", DEBIAN, 10, "nginx -t -q -p {folder} -c {folder}/nginx.conf",
          verdicts.lines(r"\[(warn|emerg|error)")),
    Judge("Caddy", DEBIAN, 20, "caddy validate --adapter caddyfile --config {root}/deploy/Caddyfile",
          verdicts.lines(r'^Error|"level":"(warn|error)"')),
    Judge("Caddy, for nodes", DEBIAN, 20, "caddy validate --adapter caddyfile --config {root}/deploy/nodes.Caddyfile",
          verdicts.lines(r'^Error|"level":"(warn|error)"')),
    Judge("systemd-analyze", MACHINE, 20, "systemd-analyze verify {folder}/taisai.service",
          verdicts.lines("taisai.service")),
    Judge("ShellCheck", PYTHON, 20, "shellcheck --format json1 {scripts}", verdicts.shellcheck),
    Judge("hadolint", PYTHON, 20, "hadolint --no-fail --format json {root}/deploy/Containerfile", verdicts.hadolint),
    Judge("Lighthouse", NODE, 300, f"node {MODULES}/screens.mjs lighthouse", verdicts.own),
    Judge("Schemathesis, a stranger", PYTHON, 100, FUZZ, verdicts.schemathesis),
    Judge("Schemathesis, a player", PYTHON, 100, FUZZ + AS_CALLER.format("player"), verdicts.schemathesis),
    Judge("Schemathesis, a shift manager", PYTHON, 100, FUZZ + AS_CALLER.format("manager"), verdicts.schemathesis),
)  # fmt: skip
NOT_HERE: Final = {"Autobahn": "autobahntestsuite is a program for Python 2"}
