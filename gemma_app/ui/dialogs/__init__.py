"""Dialogs that any page may open."""
