"""Conversations: what is kept of them, what the model is sent, and how they are folded, locked and handed on."""
