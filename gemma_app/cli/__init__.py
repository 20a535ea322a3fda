"""The command line: reads options, calls the same verbs as the window, prints."""
