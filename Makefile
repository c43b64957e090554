# Everything a fresh checkout needs: Python 3.11+, git, make.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2

.PHONY: race test test-all check bench clean

race: .venv/run         ## race six cars on USA, two of them external programs
	$(BIN)/heat race

test: .venv/dev         ## check the code and run the tests
	$(BIN)/python -m pytest -n $(JOBS) -m "not long"

test-all: .venv/dev     ## the tests with the long sweeps
	$(BIN)/python -m pytest -n $(JOBS)

check: .venv/dev        ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/run        ## the speed of the core on this machine
	$(BIN)/heat bench

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	$(BIN)/python -m pip install -q -e .
	touch $@

.venv/dev: .venv/run
	$(BIN)/python -m pip install -q --group dev
	touch $@

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
