# Everything a fresh checkout needs: Python 3.11+, git, make.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2
CORE_TESTS := tests/arena/test_world.py tests/rules tests/cases tests/fuzz tests/data tests/record tests/vectors tests/golden tests/meta/test_determinism.py

COMPILED := .venv-compiled/bin
PEERS := import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']['bench'], sep='\n')

LADDER := -d builtin:planner -d builtin:racer -d builtin:greedy -d builtin:cautious -d builtin:random

.PHONY: race test test-all test-compiled check schema transcripts ladder bench bench-peers bench-scaling clean

race: .venv/run         ## race six cars on USA, two of them external programs
	$(BIN)/heat race

test: .venv/dev         ## check the code and run the tests
	$(BIN)/python -m pytest -n $(JOBS) -m "not long"

test-all: .venv/deep    ## the tests with the long sweeps
	$(BIN)/python -m pytest -n $(JOBS)

test-compiled: .venv-compiled/run .venv/run ## the tests of the core on the core compiled by mypyc; needs a C compiler
	rm -rf build/compiled
	mkdir -p build/compiled
	cp -r tests bots tracks protocol SPEC.md README.md pyproject.toml build/compiled
	test ! -d ../shared || ln -sfn ../../shared build/shared
	cd build/compiled && ../../$(COMPILED)/python -m pytest -n $(JOBS) -m "not long" $(CORE_TESTS)
	$(BIN)/heat bench -n 10 --json > build/interpreted.json
	$(COMPILED)/heat bench -n 10 --json > build/compiled.json
	$(BIN)/python benchmarks/same_races.py build/interpreted.json build/compiled.json

check: .venv/dev        ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

schema: .venv/run       ## write the JSON Schemas of the protocol
	mkdir -p protocol/schema
	$(BIN)/heat schema > protocol/schema/heat-1.json

transcripts: .venv/dev  ## have the conversations of protocol/transcripts again
	$(BIN)/python -m tests.arena.transcripts

ladder: .venv/run       ## the tournament of the shipped bots that README.md shows; an hour
	rm -rf build/ladder
	$(BIN)/heat tournament run build/ladder -q -j $(JOBS) --track all -n 120 --seed ladder $(LADDER)
	$(BIN)/heat tournament report build/ladder --md build/ladder.md

bench: .venv/run        ## the speed of the core on this machine
	$(BIN)/heat bench

bench-peers: .venv/run .venv-bench/run ## the core beside engines of other games; minutes
	$(BIN)/python benchmarks/peers.py

bench-scaling: .venv/run ## what a race costs as it grows
	$(BIN)/python benchmarks/scaling.py

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade "pip>=25.1"
	$(BIN)/python -m pip install -q -e .
	touch $@

.venv/dev: .venv/run
	$(BIN)/python -m pip install -q --group dev
	touch $@

.venv/deep: .venv/dev
	$(BIN)/python -m pip install -q --group deep
	touch $@

.venv-bench/run: pyproject.toml
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -c "$(PEERS)" | while read -r peer; do \
	    .venv-bench/bin/python -m pip install -q --only-binary open_spiel "$$peer" || echo "$$peer: left out"; \
	done
	touch $@

.venv-compiled/run: pyproject.toml hatch_build.py $(shell find heatcli tracks bots protocol -type f -not -name '*.pyc')
	$(PYTHON) -m venv .venv-compiled
	$(COMPILED)/python -m pip install -q --upgrade "pip>=25.1"
	HEATCLI_COMPILE=1 $(COMPILED)/python -m pip install -q .
	$(COMPILED)/python -m pip install -q --group dev
	touch $@

clean:
	rm -rf .venv .venv-bench .venv-compiled dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
