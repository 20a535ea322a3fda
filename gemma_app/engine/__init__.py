"""Runs Gemma inside this process: the only package that imports llama.cpp."""

import os

# Read once, when OpenMP is loaded. Its threads would else spin while they wait for each other, and where another
# program wants the same core each token then takes ten times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
