"""Asking models: which provider, what it costs, and what a failing one does to a job."""
