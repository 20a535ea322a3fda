"""Habits: a catalog of small acts, the rules they live by, check-ins and streaks."""
