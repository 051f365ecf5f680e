"""The two programs that a client runs: save and recall. Standard library only."""
