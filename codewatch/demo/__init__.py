"""The session that `codewatch demo` replays: ten invented minutes in a bakery's order service."""
