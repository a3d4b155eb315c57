# `make` sets up everything for playing and simulating and plays games between random agents.
# `make test` sets up everything for development as well and runs all checks.
# Both need a Python of 3.11 to 3.13, and keep what they install in .venv.

PYTHON = python3
# Taken before all else, because a plain `torch` can be a build of several gigabytes for GPUs.
# Whatever pip takes: TORCH="torch --index-url ..." names another build.
TORCH = torch==2.13.0
# Processes of the tests. Each compiles or loads the rules for itself.
JOBS = 2

VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check

.PHONY: run test lint types imports unit docs notebooks clean

run: $(VENV)/.made-run
	$(BIN)/pixies simulate --players 4 --games 100000

test: lint types imports unit docs notebooks

lint: $(VENV)/.made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.made-dev
	$(BIN)/mypy

imports: $(VENV)/.made-dev
	$(BIN)/lint-imports --no-cache --no-logo

unit: $(VENV)/.made-dev
	$(BIN)/python -m pytest -n $(JOBS)

docs: $(VENV)/.made-dev
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

notebooks: $(VENV)/.made-dev
	@for notebook in notebooks/*.ipynb; do \
		if [ -e "$$notebook" ]; then \
			echo "$$notebook" && $(BIN)/jupyter execute "$$notebook" || exit 1; \
		fi; \
	done

clean:
	rm -rf $(VENV) build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@$(PYTHON) -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" || { \
		echo "$(PYTHON) is no Python of 3.11 to 3.13; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.made-run: $(VENV)/.made pyproject.toml
	$(PIP) install --editable .
	@touch $@

$(VENV)/.made-dev: $(VENV)/.made pyproject.toml
	$(PIP) install $(TORCH)
	$(PIP) install --editable ".[dev,train]"
	@touch $@ $(VENV)/.made-run
