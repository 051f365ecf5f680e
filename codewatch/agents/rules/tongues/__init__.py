"""Sentences in other languages than English: one table a language (`german`, `french` ...), read by `reading`."""
