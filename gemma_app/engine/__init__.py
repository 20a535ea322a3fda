"""Runs Gemma inside this process: the only package that imports llama.cpp."""
