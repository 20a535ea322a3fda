"""Runs Gemma inside this process: the only package that imports llama.cpp."""

import os

# Read once, when OpenMP is loaded. Its threads would else spin long while they wait for each other, and where another
# program wants the same core each token then takes ten times as long; not to spin at all costs a fifth of the speed.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
