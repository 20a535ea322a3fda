"""How well a model calls the tools: suites of utterances, what counts as right, and the report."""
