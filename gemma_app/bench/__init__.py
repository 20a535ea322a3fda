"""How fast a model answers on this machine, beside what llama.cpp and its Python package do with the same prompts."""
