"""Priorities that follow what becomes of a memory: promoted, demoted, and never against a person (FEATURES F143)."""

from typing import NamedTuple

from codewatch.categories import RAISING_WORDS, Category, Priority, State
from codewatch.store import journal
from codewatch.store.database import transaction
from codewatch.store.models import ObservationRow, database
from codewatch.store.observations import KIND

OLD_DAYS = 30
MANY_SESSIONS = 3
# How many memories a rule changes in one pass, and how many of them in one transaction.
MOST_A_RULE = 2_000
_TOGETHER = 200


class Rule(NamedTuple):
    """One way for a priority to go: the journal's word, from, to, why, and the condition on the row `o` in SQL."""

    action: str
    before: Priority
    after: Priority
    reason: str
    condition: str


_WORK = f"o.category = '{Category.TASK_CONTEXT}'"
_OLD = "o.observed_at < :old"  # what is seen again is dated anew
_UNRAISED = " and ".join(f"instr(lower(o.content), '{word}') = 0" for word in RAISING_WORDS)
_IN_MANY_SESSIONS = f"""o.id in (select row_id from (
        select row_id, json_extract(before, '$.session') as session from journal
        where kind = 'observation' and action = 'seen again'
        union select row_id, session_id from journal join observation on observation.id = row_id
        where kind = 'observation' and action = 'seen again')
    where session is not null group by row_id having count(*) >= {MANY_SESSIONS})"""  # noqa: S608  (made of constants)
# What a person says twice is kept twice; the newest stands for all.
_STATED_AGAIN = f"""o.id in (select max(id) from observation
    where origin = 'user' and state in ('active', 'reflected') and category <> '{Category.TASK_CONTEXT}'
    group by project_id, scope, iif(scope in ('branch', 'session'), branch, ''), content
    having count(distinct session_id) > 1 and sum(priority = 'high') = 0)"""  # noqa: S608  (as above)

# The first that fits counts. Only work loses `high`, and work is never promoted: nothing goes up and down. Preferences,
# decisions, conventions, faults and what was learned or installed are never demoted, nor is high work that says how
# much it matters.
RULES = (
    Rule("promoted", Priority.MEDIUM, Priority.HIGH, f"noted in {MANY_SESSIONS} sessions or more",
         f"not ({_WORK}) and {_IN_MANY_SESSIONS}"),
    Rule("promoted", Priority.MEDIUM, Priority.HIGH, "stated by the user in another session again", _STATED_AGAIN),
    Rule("demoted", Priority.HIGH, Priority.MEDIUM, f"work of more than {OLD_DAYS} days ago, not seen again since",
         f"{_WORK} and {_OLD} and {_UNRAISED}"),
    Rule("demoted", Priority.MEDIUM, Priority.LOW, f"work of more than {OLD_DAYS} days ago, not seen again since",
         f"{_WORK} and {_OLD}"),
    Rule("demoted", Priority.MEDIUM, Priority.LOW, f"files of more than {OLD_DAYS} days ago, not seen again since",
         f"o.category = '{Category.FILE_PATTERN}' and {_OLD}"),
)  # fmt: skip

# What somebody stated or changed by hand is his; what the worker has changed it leaves alone for as long as it is new.
_LEFT_ALONE = f"""select 1 from journal j where j.kind = 'observation' and j.row_id = o.id and (
    (j.who in ('user', 'tool') and j.action not in ({", ".join(f"'{state}'" for state in State)}))
    or (j.action in ('promoted', 'demoted') and j.at >= :old))"""  # noqa: S608  (as above)
_FITTING = """select o.id from observation o where o.state in ('active', 'reflected') and o.priority = :before
and {condition} and not exists ({left_alone}) order by o.id limit :most"""
_DAYS_AGO = """select strftime('%Y-%m-%dT%H:%M:%fZ',
    min(?, coalesce((select at from journal order by id desc limit 1), '')), ?)"""


def review(*, now: str, most: int = MOST_A_RULE) -> dict[str, int]:
    """Promote and demote what the rules say of the open memory at `now`; return how many of each.

    A rule changes `most` at a time, the oldest first. Each change is journalled with its reason. A second time in a row
    nothing changes. Days without any change of memory make nothing older, so that a wrong clock does no harm.
    """
    (old,) = database.execute_sql(_DAYS_AGO, (now, f"-{OLD_DAYS} days")).fetchone()
    done = {rule.action: 0 for rule in RULES}
    for rule in RULES:
        statement = _FITTING.format(condition=rule.condition, left_alone=_LEFT_ALONE)
        asked = {"before": str(rule.before), "old": old, "most": most}
        ids = [row_id for (row_id,) in database.execute_sql(statement, asked).fetchall()]
        for start in range(0, len(ids), _TOGETHER):
            with transaction():
                done[rule.action] += sum(_apply(rule, row_id, now) for row_id in ids[start : start + _TOGETHER])
    return done


def _apply(rule: Rule, row_id: int, now: str) -> bool:
    row = ObservationRow.get_or_none(ObservationRow.id == row_id)
    if row is None or row.priority != rule.before:
        return False  # somebody was faster
    before = journal.snapshot(row)
    row.priority, row.updated_at = rule.after, now
    row.save(only=[ObservationRow.priority, ObservationRow.updated_at])
    after = journal.snapshot(row)
    journal.write("worker", rule.action, KIND, row_id, at=now, before=before, after=after, reason=rule.reason)
    return True
