.DEFAULT_GOAL := help
SIDE_BY_SIDE := $(MAKE) --no-print-directory --output-sync=target -j2
.PHONY: help setup web run cluster faults test checks screens-types test-fast clauses attack judges simulate coverage late lint bench bench-quick curves gallery screens docs site release lock
BIN := .venv/bin
FAST := $(addprefix tests/,rules table ledger journal house scenario)

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: ## create .venv and the taisai command (every other target does this first)
	@scripts/setup

web: setup ## build the screens
	@scripts/web

run: web ## run a house with two tables in the browser until Ctrl-C
	@$(BIN)/taisai serve --folder .house

cluster: web ## run a house on three nodes behind a balancer, with PostgreSQL and NATS, until Ctrl-C
	@scripts/proxies haproxy >/dev/null
	@$(BIN)/python scripts/cluster.py

test: web ## run all checks and all tests
	@scripts/chromium >/dev/null
	@scripts/softhsm >/dev/null
	@scripts/proxies >/dev/null
	@$(BIN)/python scripts/budget.py $(MAKE) --no-print-directory checks

checks: web
	@$(SIDE_BY_SIDE) lint screens-types
	$(BIN)/pytest -n 4 --dist worksteal
	@scripts/npm test --silent

screens-types: web
	scripts/npm run --silent check
	scripts/npm run --silent sizes

test-fast: setup ## run the tests of rules, table, money, journal and house that start no processes
	$(BIN)/pytest -n 2 --dist worksteal -m "not processes" $(FAST)

clauses: web ## break every clause on purpose, one at a time, and check that its own tests fail
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/clauses.py

attack: web ## attack a temporary house for an hour: messages, kills, clocks, forged files
	$(BIN)/python scripts/attack.py

faults: setup ## kill, stop and disconnect nodes, database and bus under load for an hour, then check every history
	$(BIN)/python scripts/faults.py $(FAULTS)

judges: web ## let programs of others judge a temporary house, the API, the screens, the packages; ten minutes at most
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/judges.py $(JUDGES)

simulate: setup ## simulate houses of several nodes in virtual time, 200 seeds, and check that every guard is needed
	$(BIN)/python scripts/simulate.py $(SIMULATE)

coverage: web ## run the tests that need no browser and print uncovered lines
	$(BIN)/pytest -n 2 --dist worksteal --cov --ignore=tests/browser

late: web ## run the browser tests with a slow house, to find tests that do not wait
	@scripts/chromium >/dev/null
	TAISAI_LATE_MS=500 $(BIN)/pytest -n 2 --dist worksteal tests/browser

lint: setup ## check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: web ## measure the dozen promises of speed, in eight minutes; fails if one surely does not hold
	@scripts/chromium >/dev/null
	$(BIN)/python benchmarks/run.py

bench-quick: setup ## measure the quick promises, in less than a minute
	$(BIN)/python benchmarks/run.py --quick

curves: setup ## measure and draw the curves of docs/performance.md; about ten minutes
	$(BIN)/python benchmarks/curves.py

gallery: web ## record every state of every screen and show them, in all languages, until Ctrl-C; about two minutes
	@scripts/chromium >/dev/null
	PYTHONPATH=tests $(BIN)/python -m browser.gallery.show

screens: web ## take pictures of every screen and show them on one page
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/screens.py

docs: setup ## write the generated pages
	$(BIN)/python scripts/docs.py

site: setup ## build the documentation site into site/
	$(BIN)/python scripts/website.py

release: web ## make a release in dist/ without uploading: make release VERSION=0.2.0
	$(BIN)/python scripts/release.py $(VERSION)

lock: setup ## pin the newest allowed packages, with hashes
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-annotate --extra house --group dev --group site -o requirements.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-annotate -o scripts/judging/requirements.lock scripts/judging/requirements.in
