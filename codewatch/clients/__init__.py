"""One file per client: payload to slice, transcript lines to messages."""
