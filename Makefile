# `make` sets up everything for playing and simulating and plays games between random agents.
# `make test` sets up everything for development as well and runs all checks.
# `make check` runs those that take moments, for the daily loop.
# All need a Python of 3.11 to 3.13, and keep what they install in .venv.

PYTHON = python3
# Taken before all else, because a plain `torch` can be a build of several gigabytes for GPUs.
# Whatever pip takes: TORCH="torch --index-url ..." names another build.
TORCH = torch==2.13.0
# Processes of the tests. Each compiles or loads the rules for itself.
JOBS = 2
# How long `make counterexamples` begins new rounds.
MINUTES = 10
# The lowest Python that the package takes, for `make lowest`.
LOWEST_PYTHON = python3.11

# As pip does it with what it copies: else starts are slow where Python may not keep what it compiles.
BYTECODE = $(BIN)/python -m compileall -q pixies_env agents experiments

# Sets of texts have the same order in every run.
export PYTHONHASHSEED = 0

VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check
LOWEST = .venv-lowest
# What needs no browser, no torch, no study and no package built.
QUICK = --ignore=tests/learning -m "not browser and not slow and not study"
# Where the package uses each of its libraries, studies, servers and compiled rules of all games
# among them. What else there is to test is the same with any version: `make unit` has it.
LIBRARIES = tests/adapters tests/core tests/test_registered_game.py \
	$(addprefix tests/agents/test_,language_model.py seats.py) \
	$(addprefix tests/drawing/test_,animations.py letters.py pixels.py) \
	$(addprefix tests/experiments/test_,cli.py intervals.py llm_command.py \
		mcp.py outputs.py tune.py) \
	$(addprefix tests/experiments/studies/test_,command.py estimates.py kept.py orphans.py \
		pages.py ratings.py runs.py) \
	$(addprefix tests/web/test_,connections.py proxy.py server.py)
# Each process begins with a part of its own, so that they seldom wait for what another compiles.
PYTEST = -m pytest -n $(JOBS) --dist worksteal

.PHONY: run test check lint types imports unit quick numbers docs notebooks counterexamples \
	mutations kills lowest clean

run: $(VENV)/.made-run
	$(BIN)/pixies simulate --players 4 --games 100000

# What needs one process each and nothing compiled goes two at a time.
test: $(VENV)/.made-dev
	@$(MAKE) --jobs=2 lint types imports docs
	@$(MAKE) unit notebooks

check: lint types imports quick

lint: $(VENV)/.made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.made-dev
	$(BIN)/mypy

imports: $(VENV)/.made-dev
	$(BIN)/lint-imports --no-cache --no-logo

unit: $(VENV)/.made-dev
	$(BIN)/python $(PYTEST)

quick: $(VENV)/.made-dev
	$(BIN)/python $(PYTEST) $(QUICK)

numbers: $(VENV)/.made-dev
	$(BIN)/python -m cogapp -r --verbosity=1 docs/*.md

docs: $(VENV)/.made-dev
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

notebooks: $(VENV)/.made-dev
	@for notebook in notebooks/*.ipynb; do \
		if [ -e "$$notebook" ]; then \
			echo "$$notebook" && $(BIN)/jupyter execute "$$notebook" || exit 1; \
		fi; \
	done

counterexamples: $(VENV)/.made-dev
	$(BIN)/python tests/counterexamples.py --minutes $(MINUTES) --jobs $(JOBS)

mutations: $(VENV)/.made-dev
	$(BIN)/python -m tests.hostile.mutations --count $(COUNT)

# Alterations of each kind of file, and kills of all commands together.
mutations: COUNT = 2000
kills: COUNT = 60

kills: $(VENV)/.made-dev
	$(BIN)/python -m tests.hostile.kills --count $(COUNT)

lowest: $(LOWEST)/.made
	$(LOWEST)/bin/python $(PYTEST) $(LIBRARIES) -m "not browser and not slow"

clean:
	rm -rf $(VENV) $(LOWEST) build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@$(PYTHON) -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" || { \
		echo "$(PYTHON) is no Python of 3.11 to 3.13; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.made-run: $(VENV)/.made pyproject.toml
	$(PIP) install --editable .
	$(BYTECODE)
	@touch $@

$(VENV)/.made-dev: $(VENV)/.made pyproject.toml
	$(PIP) install $(TORCH)
	$(PIP) install --editable ".[dev,train,examples]"
	$(BYTECODE)
	@touch $@ $(VENV)/.made-run

# Without torch and what needs it: `TORCH` is its lowest version already.
$(LOWEST)/.made: pyproject.toml
	@$(LOWEST_PYTHON) -c "import sys; sys.exit(sys.version_info[:2] != (3, 11))" || { \
		echo "$(LOWEST_PYTHON) is no Python 3.11; name one: make LOWEST_PYTHON=..."; exit 1; }
	$(LOWEST_PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip --disable-pip-version-check install uv
	$(LOWEST)/bin/uv pip compile --quiet --python-version 3.11 --resolution lowest-direct \
		--extra dev --extra draw --extra llm --extra mcp --extra tune --extra web pyproject.toml \
		--output-file $(LOWEST)/versions.txt
	@! grep -i "^torch" $(LOWEST)/versions.txt
	VIRTUAL_ENV=$(LOWEST) $(LOWEST)/bin/uv pip install --requirements $(LOWEST)/versions.txt
	VIRTUAL_ENV=$(LOWEST) $(LOWEST)/bin/uv pip install --no-deps --editable .
	@touch $@
