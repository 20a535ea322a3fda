"""The text format of each Gemma generation: render messages and tools, parse what the model writes."""
