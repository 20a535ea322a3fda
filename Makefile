# `make run` and `make test` set up everything they need; see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export CMAKE_ARGS ?= -DLLAVA_BUILD=OFF

.PHONY: run test lint bench llama-tools setup clean

run: setup
	$(BIN)/gemma-app $(ARGS)

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest --numprocesses=auto $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/gemma-app bench $(ARGS)

llama-tools: setup
	$(BIN)/python packaging/llama_tools.py

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

clean:
	rm -rf $(VENV) .cache build dist
