"""Boards: a canvas that the model edits with consent and that shows live habit data."""
