"""codewatch.mcp.workplace: which project a server works for."""

import pytest
from mcp.types import ListRootsResult, Root

from codewatch.mcp.workplace import start


@pytest.fixture
def roots_of():
    """Give a function that makes a client which names folders, when it is asked."""

    def make(*uris):
        async def roots(context):
            return ListRootsResult(roots=[Root(uri=uri) for uri in uris])

        return {"mode": "legacy", "list_roots_callback": roots}

    return make


def project_of(result):
    """Return the project that `get_session_info` told."""
    return result.structured_content["project_dir"]


def test_a_server_started_anywhere_works_for_the_folder_that_its_client_names(product, make_assistant, roots_of):
    """CAP-20."""
    sub = product.project / "sub dir"
    sub.mkdir()

    told = make_assistant("/").with_client("get_session_info", roots_of("file:///nowhere", sub.as_uri()))

    assert project_of(told) == str(product.project)


def test_a_server_started_inside_the_named_folder_stays_where_it_is(product, make_assistant, roots_of):
    told = make_assistant(product.project).with_client("get_session_info", roots_of(product.project.parent.as_uri()))

    assert project_of(told) == str(product.project)


def test_a_client_that_names_nothing_useful_leaves_the_servers_own_folder(product, make_assistant, roots_of):
    told = make_assistant(product.project).with_client("get_session_info", roots_of("https://example.com/x"))

    assert project_of(told) == str(product.project)


def test_the_setting_wins_over_the_client(product, make_assistant, roots_of, settings, tmp_path):
    settings.setenv("CODEWATCH_PROJECT_DIR", str(product.project))

    assert project_of(make_assistant("/").with_client("get_session_info", roots_of(tmp_path.as_uri()))) == str(
        product.project
    )


def test_a_folder_that_is_gone_is_said(product, make_assistant):
    assert "is gone" in make_assistant(product.project / "gone").error("recall")


def test_the_session_is_the_clients_where_it_says_so(settings):
    settings.setenv("CLAUDE_CODE_SESSION_ID", "abc")
    named = start().session
    settings.delenv("CLAUDE_CODE_SESSION_ID")
    first, second = start().session, start().session

    assert named == ("claude", "abc")
    assert first.client == "mcp"
    assert first.id != second.id
