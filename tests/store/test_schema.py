"""The schema that the migrations make, against the models that read it, and the search index beside it."""

import sqlite3

import pytest
from peewee import SqliteDatabase

from codewatch.store import index, reflections
from codewatch.store.database import connection, transaction
from codewatch.store.models import TABLES
from codewatch.store.schema import MIGRATIONS, TYPESCRIPT_TABLES

CHECK = "insert into {0}_fts ({0}_fts, rank) values ('integrity-check', 1)"
NOW = "2026-05-01T10:00:00.000Z"


def columns_of(database, table):
    return {
        name: (kind.lower(), bool(is_required) or bool(place), place)
        for _, name, kind, is_required, _, place in database.execute(f"pragma table_info({table})")
    }


def migrated():
    """Return a database that every migration made."""
    made = sqlite3.connect(":memory:", isolation_level=None)
    for migration in MIGRATIONS:
        migration(made)
    return made


def keys_of(database, table):
    return {(row[3], row[2], row[4] or "id") for row in database.execute(f"pragma foreign_key_list({table})")}


def found(terms):
    rows = connection().execute("select rowid from observation_fts(?) order by rowid", (terms,))
    return [row_id for (row_id,) in rows.fetchall()]


def is_in_step(kind="observation"):
    """Compare the index with the table it is made of; SQLite raises where they differ."""
    return connection().execute(CHECK.format(kind)).fetchall() == []


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.table_name)
def test_the_migrations_make_the_columns_that_the_models_read(model):
    made = migrated()
    written = SqliteDatabase(":memory:")
    with written.bind_ctx([model], bind_refs=False, bind_backrefs=False):
        model.create_table(safe=False)
        name = model._meta.table_name

        assert columns_of(made, name) == columns_of(written.connection(), name)
        assert keys_of(made, name) == keys_of(written.connection(), name)


def test_every_table_has_a_model():
    made = migrated()

    rows = made.execute("select name from sqlite_master where type = 'table' and name not like '%fts%'")

    names = {name for (name,) in rows if not name.startswith("sqlite_")}
    assert names == {model._meta.table_name for model in TABLES}


@pytest.mark.parametrize("name", TYPESCRIPT_TABLES)
def test_an_old_writer_cannot_make_or_fill_its_tables(memory, name):
    connection().execute(f"create table if not exists {name} (id text primary key)")

    with pytest.raises(sqlite3.OperationalError, match="view"):
        connection().execute(f"insert into {name} (message) values ('x')")


def test_the_index_is_in_step_after_an_insert(remember):
    remember("The invoice parser rejects negative totals")

    assert found("parser") == [1]
    assert is_in_step()


def test_the_index_is_in_step_after_an_update(remember):
    remember("The invoice parser rejects negative totals")

    connection().execute("update observation set terms_text = 'refund' where id = 1")

    assert (found("parser"), found("refund")) == ([], [1])
    assert is_in_step()


def test_the_index_is_in_step_after_a_delete(remember):
    remember("The invoice parser rejects negative totals")

    connection().execute("delete from observation where id = 1")

    assert found("parser") == []
    assert is_in_step()


def test_the_index_is_in_step_after_a_bulk_import(remember, sql):
    remember("The invoice parser rejects negative totals")

    sql(
        """insert into observation (project_id, branch, scope, category, priority, content, origin, observer, tokens,
        observed_at, created_at, updated_at, terms_text, terms_identifiers, terms_paths)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
        select 1, 'main', 'project', 'learning', 'low', 'bulk ' || i, 'imported', 'rules', 1, '', '', '',
        'bulk number' || i, '', '' from n"""
    )

    assert len(found("bulk")) == 100
    assert found("number57") == [58]
    assert is_in_step()


def test_the_index_check_notices_a_row_that_went_past_the_triggers(remember):
    remember("The invoice parser rejects negative totals")
    connection().execute("drop trigger observation_fts_update")
    connection().execute("update observation set terms_text = 'refund' where id = 1")

    with pytest.raises(sqlite3.DatabaseError):
        is_in_step()


def test_a_change_of_state_leaves_the_index_in_step(remember, reflect):
    remember("The invoice parser rejects negative totals")

    reflect("Invoices are never negative", 1)

    assert is_in_step()
    assert is_in_step("reflection")


def test_reindexing_repairs_an_index_that_lost_its_rows(remember):
    remember("The invoice parser rejects negative totals")
    connection().execute("insert into observation_fts (observation_fts) values ('delete-all')")
    assert found("parser") == []

    count = index.reindex(now=NOW)

    assert count == 1
    assert found("parser") == [1]
    assert is_in_step()


def test_a_reflection_taken_back_leaves_the_index_in_step(remember, reflect):
    row_id = reflect("Invoices are never negative", remember("The parser rejects negative totals"))

    with transaction():
        reflections.take_back(row_id, who="user", now=NOW)

    assert is_in_step("reflection")


def test_reindexing_analyses_every_text_anew(remember, reflect):
    reflect("Invoices are never negative", remember("The invoice parser rejects negative totals"))
    connection().execute("update observation set terms_text = 'outdated'")
    connection().execute("update reflection set terms_text = 'outdated'")

    index.reindex(now=NOW)

    assert (found("outdated"), found("parser")) == ([], [1])
    assert connection().execute("select rowid from reflection_fts('outdated')").fetchall() == []
    assert is_in_step()
    assert is_in_step("reflection")


def test_an_index_of_an_earlier_analyser_is_made_anew_once(remember):
    remember("The invoice parser rejects negative totals")
    connection().execute("update observation set terms_text = 'outdated'")

    was_old_at_first = index.renew_index(now=NOW)
    connection().execute("update meta set value = '1' where key = 'analyser'")
    renewed = [index.renew_index(now=NOW), index.renew_index(now=NOW)]

    assert (was_old_at_first, renewed) == (False, [True, False])
    assert found("parser") == [1]
