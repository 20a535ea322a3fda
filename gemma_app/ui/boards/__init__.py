"""Boards: the page with the canvas, its panels, and the proposals of the board assistant."""
