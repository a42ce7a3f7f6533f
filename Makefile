# Everything a newcomer needs: `make run` shows it at work, `make test` proves it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
CLIENTS := .clients

.PHONY: help setup run test clients browser pictures servers servers-down lint bench bench-recall train clean

help:            ## Show these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 16

setup: $(STAMP)  ## Prepare .venv with the omoide command and all extras

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed: install it, or name it with 'make PYTHON=/path/to/python3'."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, found $$($(PYTHON) --version). Name another with 'make PYTHON=python3.12'."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: on Debian, 'apt install python3-venv'."; exit 1; }
	@echo "Preparing $(VENV) (once; about a minute) ..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all]' --group dev --group servers
	@$(BIN)/python -m compileall -q src
	@touch $@

# A home of its own, so that nobody's memories get mixed up with the example; OMOIDE_HOME names another.
run: setup       ## Open a mind that has lived ninety days in your browser (ARGS="--port 8400 --no-browser")
	@OMOIDE_HOME="$${OMOIDE_HOME:-.omoide}" $(BIN)/omoide up $(ARGS)

test: setup clients browser  ## Run every test
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

# Claude Code, the MCP Inspector and a Node for it, as the tests with real clients need them. Without npm or a network
# those tests are skipped, and say so.
clients:         ## Fetch the programs of others that the tests speak to
	@cmp -s tests/clients/package-lock.json $(CLIENTS)/.installed || \
	if [ "$$(uname -sm)" = "Linux x86_64" ] && command -v npm >/dev/null; then \
	  echo "Fetching clients for the tests into $(CLIENTS) (once; about half a minute) ..."; \
	  mkdir -p $(CLIENTS) && cp tests/clients/package.json tests/clients/package-lock.json $(CLIENTS)/ && \
	  npm install --prefix $(CLIENTS) --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 && \
	  cp tests/clients/package-lock.json $(CLIENTS)/.installed || \
	  echo "They could not be fetched: the tests with Claude Code and the MCP Inspector are skipped."; \
	fi

# The tests start what they need by themselves and reuse what runs here: PostgreSQL, Valkey, S3, a graph over Bolt.
servers: setup   ## Start the real servers for tests on loopback and print their addresses
	@$(BIN)/python -m tests.servers up

servers-down:    ## Stop them
	@test ! -d .servers || $(BIN)/python -m tests.servers down

# Debian's Chromium, and letters for Japanese. Without it the tests of the dashboard in a browser are skipped, and say so.
browser:         ## Fetch the browser that the dashboard is tested in
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the tests (once; about a minute) ..."; \
	  { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium fonts-noto-cjk; } >/dev/null 2>&1 || \
	  echo "It could not be installed: the tests of the dashboard in a browser are skipped."; \
	else \
	  echo "Chromium is not here: the tests of the dashboard in a browser are skipped (on Debian, 'apt install chromium fonts-noto-cjk')."; \
	fi

pictures: setup browser  ## Take the pictures of the dashboard anew, into docs/img
	@$(BIN)/python -m tests.doors.dashboard.pictures docs/img

lint: setup      ## Check style, types and the direction of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/pyright

bench: setup     ## Measure speed and quality, beside a baseline in the same run
	@$(BIN)/python -m bench

bench-recall: setup  ## Measure what recall finds, on data sets by path
	@$(BIN)/python -m bench.finding $(ARGS)

# The weights are shipped; this makes them anew, in an environment of its own (torch is large).
train: setup     ## Train the built-in embedder again (needs the parallel texts: DATA=folder)
	@test -x train/.venv/bin/python || $(PYTHON) -m venv train/.venv
	@train/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r train/requirements.txt
	@train/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r train/ingredients.txt
	@PYTHONPATH=src:. train/.venv/bin/python -m train --data $(or $(DATA),../shared/data)
	@$(BIN)/python -m train.near_words --data $(or $(DATA),../shared/data)
	@$(BIN)/python -m bench.calibrate --write

clean: servers-down  ## Remove what was built
	rm -rf $(VENV) $(CLIENTS) build dist .pytest_cache .ruff_cache .hypothesis
