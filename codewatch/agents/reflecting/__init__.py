"""Compressing by rules: what says the same becomes one, sentences become short, days of work become a line."""
