"""From a prompt to a context block. Standard library only."""
