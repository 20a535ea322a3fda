"""The page of the model: what it is, how well it calls the tools, and what it may do."""
