"""Gemma App: a desktop assistant that acts on its user's own machine and sends nothing out."""
