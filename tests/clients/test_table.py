"""The clients that codewatch knows, by id."""

import pytest

from codewatch.clients.table import CLIENTS, find_client
from codewatch.errors import ConfigError


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_a_client_is_found_under_its_own_name(name):
    assert find_client(name).name == name


def test_an_unknown_client_is_said_with_those_there_are():
    with pytest.raises(ConfigError, match=r"unknown client 'word'; known are .*claude"):
        find_client("word")
