"""The memory database: the only home of peewee."""
