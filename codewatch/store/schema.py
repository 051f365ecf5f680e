"""The shape of `codewatch.db`, as numbered migrations; a released one never changes."""

from collections.abc import Callable
from sqlite3 import Connection

from codewatch import terms

_TABLES = """
create table project (
    id integer primary key, root text not null unique, name text not null, created_at text not null
);
create table session (
    id integer primary key, client text not null, client_session text not null,
    project_id integer not null references project(id), branch text not null,
    started_at text not null, last_active_at text not null,
    messages integer not null default 0, observations integer not null default 0,
    tokens integer not null default 0, reflections integer not null default 0,
    unique (client, client_session, project_id, branch)
);
create table observation (
    id integer primary key autoincrement,
    project_id integer references project(id),
    session_id integer references session(id),
    branch text not null, scope text not null, category text not null, priority text not null,
    content text not null, source_summary text not null default '',
    files text not null default '[]', topics text not null default '[]',
    origin text not null, observer text not null, source text not null default '', source_key text unique,
    state text not null default 'active', confidence real not null default 1.0,
    certainty text not null default 'definite',
    tokens integer not null, observed_at text not null, created_at text not null, updated_at text not null,
    accessed_at text, access_count integer not null default 0, imported_id text unique,
    terms_text text not null, terms_identifiers text not null, terms_paths text not null
);
create index observation_scope on observation (project_id, branch, state, observed_at);
create index observation_content on observation (project_id, branch, substr(content, 1, 60));
create index observation_session on observation (session_id);
create table reflection (
    id integer primary key autoincrement, project_id integer not null references project(id), branch text not null,
    level integer not null, content text not null, input_tokens integer not null, output_tokens integer not null,
    state text not null default 'active', observer text not null, reflected_at text not null, imported_id text unique,
    terms_text text not null, terms_identifiers text not null, terms_paths text not null
);
create index reflection_scope on reflection (project_id, branch, state, reflected_at);
create table reflection_source (
    reflection_id integer not null references reflection(id) on delete cascade,
    observation_id integer not null references observation(id) on delete cascade,
    primary key (reflection_id, observation_id)
) without rowid;
create table current_task (
    session_id integer primary key references session(id), task text not null, next_step text not null default '',
    started_at text not null, updated_at text not null
);
create table transcript (
    id integer primary key, client text not null, path text not null, generation integer not null default 0,
    cursor integer not null default 0, fingerprint text not null default '', session text not null default '',
    project text not null default '', branch text not null default '', updated_at text not null,
    unique (client, path, generation)
);
create table span (
    transcript_id integer not null references transcript(id), start integer not null, "end" integer not null,
    outcome text not null, reason text not null default '', records integer not null,
    primary key (transcript_id, start)
) without rowid;
create table captured_record (
    client text not null, key text not null, transcript_id integer not null references transcript(id),
    primary key (client, key)
) without rowid;
create table tombstone (content_hash text primary key, forgotten_at text not null) without rowid;
create table journal (
    id integer primary key, at text not null, who text not null, action text not null,
    kind text not null, row_id integer not null, before text, after text, reason text not null default ''
);
create index journal_row on journal (kind, row_id);
create table meta (key text primary key, value text not null) without rowid;
"""

_SEARCH = """
create virtual table {kind}_fts using fts5(
    terms_text, terms_identifiers, terms_paths,
    content='{kind}', content_rowid='id', tokenize="unicode61 remove_diacritics 0"
);
create trigger {kind}_fts_insert after insert on {kind} begin
    insert into {kind}_fts (rowid, terms_text, terms_identifiers, terms_paths)
    values (new.id, new.terms_text, new.terms_identifiers, new.terms_paths);
end;
create trigger {kind}_fts_delete after delete on {kind} begin
    insert into {kind}_fts ({kind}_fts, rowid, terms_text, terms_identifiers, terms_paths)
    values ('delete', old.id, old.terms_text, old.terms_identifiers, old.terms_paths);
end;
create trigger {kind}_fts_update after update of terms_text, terms_identifiers, terms_paths on {kind} begin
    insert into {kind}_fts ({kind}_fts, rowid, terms_text, terms_identifiers, terms_paths)
    values ('delete', old.id, old.terms_text, old.terms_identifiers, old.terms_paths);
    insert into {kind}_fts (rowid, terms_text, terms_identifiers, terms_paths)
    values (new.id, new.terms_text, new.terms_identifiers, new.terms_paths);
end;
"""

# The TypeScript codewatch-memory used the same file with these table names. A view of the same name makes its
# `create table if not exists` do nothing and its first write or index fail, so that two programs never mix.
TYPESCRIPT_TABLES = ("sessions", "observations", "reflections", "current_tasks", "config", "observations_fts")


def create_first_schema(connection: Connection) -> None:
    """Migration 1: every table, the search index over analysed terms, and the guard views."""
    _run(connection, _TABLES)
    _run(connection, _SEARCH.format(kind="observation"))
    _run(connection, _SEARCH.format(kind="reflection"))
    connection.execute("insert into meta (key, value) values ('created_at', strftime('%s', 'now'))")
    connection.execute("insert into meta (key, value) values ('analyser', ?)", (terms.VERSION,))
    for name in TYPESCRIPT_TABLES:
        connection.execute(f"create view {name} as select 'codewatch for Python owns this database' as message")


_MODELS = """
create table model_call (
    id integer primary key, at text not null, provider text not null, model text not null, purpose text not null,
    input_tokens integer not null, output_tokens integer not null, cost_usd real not null, seconds real not null,
    outcome text not null
);
create index model_call_at on model_call (at);
create table provider_pause (
    provider text primary key, kind text not null, reason text not null, since real not null, until real,
    times integer not null, mark text not null
) without rowid;
"""


def create_model_ledger(connection: Connection) -> None:
    """Migration 2: what models were asked and what it cost, without a word of it; and which provider is paused."""
    _run(connection, _MODELS)


def add_contract(connection: Connection) -> None:
    """Migration 3: how a reflection keeps what it owes to its sources, as JSON."""
    connection.execute("alter table reflection add column contract text not null default ''")


_CLIENT_RECORDS = """
create table copied_record (
    client text not null, key text not null, transcript_id integer not null references transcript(id),
    primary key (client, key, transcript_id)
) without rowid;
create table memory_file (
    path text primary key, content_hash text not null, observation_id integer references observation(id)
    on delete set null, updated_at text not null
) without rowid;
"""


def add_copies_and_memory_files(connection: Connection) -> None:
    """Migration 4: which records a fork's transcript holds too, and what was read of clients' own memory files."""
    _run(connection, _CLIENT_RECORDS)


def add_lines_and_literals(connection: Connection) -> None:
    """Migration 5: a reflection's lines with their sources, what an observation names, and which prompts made them."""
    for column in ("lines text not null default ''", "prompt text not null default ''", "replaces integer"):
        connection.execute(f"alter table reflection add column {column}")
    for column in ("literals text", "prompt text not null default ''"):
        connection.execute(f"alter table observation add column {column}")


def add_change(connection: Connection) -> None:
    """Migration 6: which entries of the journal belong to one change."""
    connection.execute("alter table journal add column change integer")
    connection.execute("create index journal_change on journal (change) where change is not null")


_INJECTIONS = """
create table injection (
    id integer primary key, session text not null, observation_id integer references observation(id) on delete cascade,
    reflection_id integer references reflection(id) on delete cascade, at text not null, event text not null,
    chance integer, tokens integer not null, place text not null, terms text not null, use text not null default '',
    used_at text, step real not null default 0.0
);
create unique index injection_once on injection (session, at, observation_id) where observation_id is not null;
create unique index injection_once_reflected on injection (session, at, reflection_id) where reflection_id is not null;
create index injection_observation on injection (observation_id);
create index injection_reflection on injection (reflection_id) where reflection_id is not null;
create index injection_at on injection (at);
create index injection_session on injection (session, at);
create table injected_file (name text primary key, folded integer not null) without rowid;
"""


def add_injections(connection: Connection) -> None:
    """Migration 7: what was injected, why, and what became of it; and how far each side file is folded in."""
    _run(connection, _INJECTIONS)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    create_first_schema, create_model_ledger, add_contract, add_copies_and_memory_files,
    add_lines_and_literals, add_change, add_injections,
)  # fmt: skip
VERSION = len(MIGRATIONS)


def _run(connection: Connection, script: str) -> None:
    # executescript() would commit the migration's transaction; statements are split on the line that ends one.
    statement = ""
    in_trigger = False
    for line in script.strip().splitlines():
        statement += line + "\n"
        in_trigger = (in_trigger or line.startswith("create trigger")) and line != "end;"
        if line.endswith(";") and not in_trigger:
            connection.execute(statement)
            statement = ""
