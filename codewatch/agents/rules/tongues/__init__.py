"""Sentences in other languages than English: one table a language (`german`, `french` ...), read by `reading`.

A language is added by its table and its name in `known`. `agents/tongues.py` is another matter: it compares the
languages of two texts, and asks of any text, a tool's output too, whether it might order something.
"""
