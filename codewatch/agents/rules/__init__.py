"""The observer that needs no model: deterministic rules over what a session says in structured form.

`timeline` turns messages into turns and tool uses; `edits`, `commands`, `repairs`, `installs`, `commits`,
`answers`, `statements` (of the user) and `conclusions` (of the assistant) each turn those into observations of one
subject; `rules_observer` joins them. `phrases` and `moment` are the tables that tell a lasting sentence from a task.
"""
