"""The observer that needs no model: deterministic rules over what a session says in structured form.

`timeline` turns messages into turns and tool uses; `edits`, `commands`, `repairs`, `retries`, `installs`, `commits`,
`branches`, `plans`, `todos`, `reverts`, `answers`, `statements` (of the user), `conclusions` (of the assistant) and
`corrections` (of the one by the other) each turn those into observations of one subject; `rules_observer` joins them.
`rules_table` says what each reads and when it speaks. `phrases` and `moment` are the tables that tell a lasting
sentence from a task, `undoing`, `managers`, `checks` and `printed_versions` those of commands.
"""
