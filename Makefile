.DEFAULT_GOAL := help
.PHONY: help setup web run test clauses attack coverage late lint bench bench-quick curves screens docs lock
BIN := .venv/bin

help: ## list what make can do here
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

setup: ## make .venv and the taisai command (every other target does this first)
	@scripts/setup

web: setup ## build the screens
	@scripts/web

run: web ## run a house with two tables in the browser until Ctrl-C
	@$(BIN)/taisai serve --folder .house

test: web lint ## run all checks and all tests
	@scripts/chromium >/dev/null
	$(BIN)/pytest -n 4 --dist worksteal
	scripts/npm run --silent check
	scripts/npm test --silent

clauses: web ## break every clause on purpose, one at a time, and see that its own tests take notice
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/clauses.py

attack: web ## attack a house of its own for an hour: messages, kills, clocks, forged files
	$(BIN)/python scripts/attack.py

coverage: web ## run the tests that need no browser and print the lines that none of them runs
	$(BIN)/pytest -n 2 --dist worksteal --cov --ignore=tests/browser

late: web ## run the browser tests with a house that answers late, which finds the test that does not wait
	@scripts/chromium >/dev/null
	TAISAI_LATE_MS=500 $(BIN)/pytest -n 2 --dist worksteal tests/browser

lint: setup ## style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: web ## print every speed claim as a ratio measured in one run; ends with an error where a promise does not hold
	@scripts/chromium >/dev/null
	$(BIN)/python benchmarks/run.py

bench-quick: setup ## the claims that take less than a minute in all
	$(BIN)/python benchmarks/run.py --quick

curves: setup ## measure and draw what docs/performance.md shows; takes some ten minutes
	$(BIN)/python benchmarks/curves.py

screens: web ## take pictures of every screen and show them on one page
	@scripts/chromium >/dev/null
	$(BIN)/python scripts/screens.py

docs: setup ## write the generated pages again
	$(BIN)/python scripts/docs.py

lock: setup ## pin the newest allowed packages again, with hashes
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-annotate --group dev -o requirements.lock pyproject.toml
