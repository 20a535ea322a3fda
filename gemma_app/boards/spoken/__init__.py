"""What was said about a board, read for certain: which component is meant, and which values it gets."""
