"""What must survive every level, whatever it is kept as (FEATURES F53)."""

import pytest

from codewatch.agents.sacred import is_sacred
from codewatch.categories import Category, Priority

SECURITY = (
    "Security: the admin pages are only reachable from the VPN",
    "Tokens are stored hashed with SHA-256 and never logged",
    "We must not log the Authorization header or any session token",
    "Passwords must be hashed with argon2",
    "CSRF tokens are required for every form",
    "No user input may reach render() unescaped",
    "Webhooks are signed with HMAC and checked before anything is parsed",
    "Passwörter dürfen niemals im Klartext gespeichert werden",
    "Les mots de passe ne doivent jamais être journalisés",
    "密码必须加密存储",
)
BREAKING = (
    "Breaking change: load() now returns None instead of raising",
    "BREAKING: cache_ttl is now cache_ttl_s",
    "Committed 1a2b3c4 on main: feat(api)!: totals are in cents",
    "Version 3 drops support for Python 3.10",
    "pydantic 2 no longer accepts None for a string",
    "The new export is not compatible with the old importer",
    "Die Schnittstelle ist nicht mehr kompatibel mit Version 2",
    "新版本与旧配置不兼容",
)
NEITHER = (
    "Fixed the footer of the login page",
    'Asked: "Can you add a task for security review as well?"',
    'Asked "make the password field wider": edited web/login.tsx',
    "Is this a breaking change?",
    "The breaking of lines in the footer looks odd",
    "`pytest tests/test_tokens.py` passed: 12 passed",
    "To-do list: open: write tests, rotate the passwords",
    "No longer slow on small screens",
)


@pytest.mark.parametrize("text", SECURITY)
def test_a_decision_about_security_is_sacred_even_as_low_work(note, text):
    assert is_sacred(note(text, Category.TASK_CONTEXT, priority=Priority.LOW))


@pytest.mark.parametrize("text", BREAKING)
def test_a_breaking_change_is_sacred_even_as_low_work(note, text):
    assert is_sacred(note(text, Category.TASK_CONTEXT, priority=Priority.LOW))


@pytest.mark.parametrize("text", NEITHER)
def test_what_only_speaks_of_them_is_not(note, text):
    assert not is_sacred(note(text, Category.TASK_CONTEXT, priority=Priority.LOW))


@pytest.mark.parametrize("category", [Category.DEPENDENCY, Category.FILE_PATTERN, Category.TASK_CONTEXT])
def test_the_rest_is_sacred_where_it_is_high(note, category):
    assert is_sacred(note("x", category, priority=Priority.HIGH))
    assert not is_sacred(note("x", category))
