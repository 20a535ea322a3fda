"""Colours, sizes, fonts and icons: the one place that sets them."""
