"""The observer that needs no model: deterministic rules over what a session says in structured form.

`timeline` turns messages into turns and tool uses; `edits`, `commands`, `repairs`, `installs`, `commits`,
`answers` and `statements` each turn those into observations of one subject; `rules_observer` joins them.
"""
