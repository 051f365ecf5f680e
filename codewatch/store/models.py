"""The tables of `codewatch.db` as peewee models; their shape is made by `schema`, and a test compares the two."""

from peewee import (
    AutoField,
    CompositeKey,
    FloatField,
    ForeignKeyField,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)

database = SqliteDatabase(None)


class Table(Model):
    """A table of the memory database."""

    class Meta:
        """Every table lives in the one database that `open_memory` opens."""

        database = database
        legacy_table_names = False


class Project(Table):
    """A repository with all its worktrees, or a plain folder; `root` is its real path."""

    id = AutoField()
    root = TextField(unique=True)
    name = TextField()
    created_at = TextField()


class Session(Table):
    """One client session in one project on one branch, with its statistics (FEATURES F34-F35)."""

    id = AutoField()
    client = TextField()
    client_session = TextField()
    project = ForeignKeyField(Project)
    branch = TextField()
    started_at = TextField()
    last_active_at = TextField()
    messages = IntegerField(default=0)
    observations = IntegerField(default=0)
    tokens = IntegerField(default=0)
    reflections = IntegerField(default=0)


class ObservationRow(Table):
    """One memory. `terms_*` are the analysed terms that the search index is made of."""

    id = AutoField()
    project = ForeignKeyField(Project, null=True)
    session = ForeignKeyField(Session, null=True)
    branch = TextField()
    scope = TextField()
    category = TextField()
    priority = TextField()
    content = TextField()
    source_summary = TextField(default="")
    files = TextField(default="[]")
    topics = TextField(default="[]")
    origin = TextField()
    observer = TextField()
    source = TextField(default="")
    source_key = TextField(null=True, unique=True)
    state = TextField(default="active")
    confidence = FloatField(default=1.0)
    certainty = TextField(default="definite")
    tokens = IntegerField()
    literals = TextField(null=True)
    prompt = TextField(default="")
    observed_at = TextField()
    created_at = TextField()
    updated_at = TextField()
    accessed_at = TextField(null=True)
    access_count = IntegerField(default=0)
    imported_id = TextField(null=True, unique=True)
    terms_text = TextField()
    terms_identifiers = TextField()
    terms_paths = TextField()

    class Meta:
        """The class is named apart from the noun it stores."""

        table_name = "observation"


class ReflectionRow(Table):
    """One reflection of a project's branch; `lines` is JSON: text, sources and whether it is pinned of each."""

    id = AutoField()
    project = ForeignKeyField(Project)
    branch = TextField()
    level = IntegerField()
    content = TextField()
    input_tokens = IntegerField()
    output_tokens = IntegerField()
    state = TextField(default="active")
    observer = TextField()
    contract = TextField(default="")
    lines = TextField(default="")
    prompt = TextField(default="")
    replaces = IntegerField(null=True)
    reflected_at = TextField()
    imported_id = TextField(null=True, unique=True)
    terms_text = TextField()
    terms_identifiers = TextField()
    terms_paths = TextField()

    class Meta:
        """The class is named apart from the noun it stores."""

        table_name = "reflection"


class ReflectionSource(Table):
    """Which observations a reflection stands for."""

    reflection = ForeignKeyField(ReflectionRow)
    observation = ForeignKeyField(ObservationRow)

    class Meta:
        """A pair is unique."""

        primary_key = CompositeKey("reflection", "observation")


class CurrentTaskRow(Table):
    """What a session is about, and the suggested next step (FEATURES F41)."""

    session = ForeignKeyField(Session, primary_key=True)
    task = TextField()
    next_step = TextField(default="")
    started_at = TextField()
    updated_at = TextField()

    class Meta:
        """The class is named apart from the noun it stores."""

        table_name = "current_task"


class Transcript(Table):
    """One generation of a transcript file; `cursor` is the byte offset up to which it is committed.

    `fingerprint` tells, by the bytes before the cursor, whether the file is still the one that was read.
    """

    id = AutoField()
    client = TextField()
    path = TextField()
    generation = IntegerField(default=0)
    cursor = IntegerField(default=0)
    fingerprint = TextField(default="")
    session = TextField(default="")
    project = TextField(default="")
    branch = TextField(default="")
    updated_at = TextField()


class Span(Table):
    """What became of a stretch of a transcript, in byte offsets."""

    transcript = ForeignKeyField(Transcript)
    start = IntegerField()
    end = IntegerField()
    outcome = TextField()
    reason = TextField(default="")
    records = IntegerField()

    class Meta:
        """A transcript's spans do not overlap."""

        primary_key = CompositeKey("transcript", "start")


class CapturedRecord(Table):
    """A client's record that has been observed, in whichever file it was first met."""

    client = TextField()
    key = TextField()
    transcript = ForeignKeyField(Transcript)

    class Meta:
        """A record is observed once."""

        primary_key = CompositeKey("client", "key")


class CopiedRecord(Table):
    """A record that has been observed in another transcript than this one, which holds a copy."""

    client = TextField()
    key = TextField()
    transcript = ForeignKeyField(Transcript)

    class Meta:
        """A transcript holds a record once."""

        primary_key = CompositeKey("client", "key", "transcript")


class MemoryFile(Table):
    """A file of a client's own memory, as it was read last, and the memory that was made of it (None for none)."""

    path = TextField(primary_key=True)
    content_hash = TextField()
    observation = ForeignKeyField(ObservationRow, null=True, on_delete="SET NULL")
    updated_at = TextField()


class Tombstone(Table):
    """A forgotten text, by hash, so that it is not learned again."""

    content_hash = TextField(primary_key=True)
    forgotten_at = TextField()


class Journal(Table):
    """One row's change: who did what to which row, with the row before and after.

    `change` is the first entry of the change that it is a part of, None for that one itself.
    """

    id = AutoField()
    at = TextField()
    who = TextField()
    action = TextField()
    kind = TextField()
    row_id = IntegerField()
    before = TextField(null=True)
    after = TextField(null=True)
    reason = TextField(default="")
    change = IntegerField(null=True)


class ModelCall(Table):
    """One request to a model: what it took and how it ended, without a word of it."""

    id = AutoField()
    at = TextField()
    provider = TextField()
    model = TextField()
    purpose = TextField()
    input_tokens = IntegerField()
    output_tokens = IntegerField()
    cost_usd = FloatField()
    seconds = FloatField()
    outcome = TextField()


class ProviderPauseRow(Table):
    """A provider that is left alone, until a UNIX time or until something is changed."""

    provider = TextField(primary_key=True)
    kind = TextField()
    reason = TextField()
    since = FloatField()
    until = FloatField(null=True)
    times = IntegerField()
    mark = TextField()

    class Meta:
        """The row of `codewatch.calls.ProviderPause`."""

        table_name = "provider_pause"


class InjectionRow(Table):
    """A memory, or a reflection, that a session was given: why, what it took, and what became of it.

    `session` names the side file. `step` is by how much `use` has changed the memory's confidence.
    """

    id = AutoField()
    session = TextField()
    observation = ForeignKeyField(ObservationRow, null=True, on_delete="CASCADE")
    reflection = ForeignKeyField(ReflectionRow, null=True, on_delete="CASCADE")
    at = TextField()
    event = TextField()
    chance = IntegerField(null=True)
    tokens = IntegerField()
    place = TextField()
    terms = TextField()
    use = TextField(default="")
    used_at = TextField(null=True)
    step = FloatField(default=0.0)

    class Meta:
        """The rows of side files."""

        table_name = "injection"


class InjectedFile(Table):
    """How many bytes of a side file are folded in."""

    name = TextField(primary_key=True)
    folded = IntegerField()


class Meta(Table):
    """Facts about the database itself."""

    key = TextField(primary_key=True)
    value = TextField()


TABLES = (
    Project, Session, ObservationRow, ReflectionRow, ReflectionSource, CurrentTaskRow, Transcript, Span,
    CapturedRecord, CopiedRecord, MemoryFile, Tombstone, Journal, ModelCall, ProviderPauseRow,
    InjectionRow, InjectedFile, Meta,
)  # fmt: skip
