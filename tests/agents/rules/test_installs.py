"""What package managers did."""

import pytest

from codewatch.categories import Category


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        ("pip install httpx==0.27.0", "Successfully installed anyio-4.3 httpx-0.27.0", "Installed httpx 0.27.0"),
        ("uv add rich 'pydantic>=2'", " + rich==13.7.1\n + pydantic==2.7.1", "Installed rich 13.7.1, pydantic 2.7.1"),
        ("cd web && npm install -D vitest@1.6.0 | tail -2", "added 30 packages in 3s", "Installed vitest 1.6.0"),
        ("pnpm add @trpc/server", "+ @trpc/server 10.45.2", "Installed @trpc/server 10.45.2"),
        ("yarn add lodash", "└─ lodash@4.17.21", "Installed lodash 4.17.21"),
        ("cargo add serde", "      Adding serde v1.0.203 to dependencies", "Installed serde v1.0.203"),
        ("go get github.com/x/y", "go: added github.com/x/y v1.9.0", "Installed github.com/x/y v1.9.0"),
        ("poetry add requests", "Using version ^2.32.3 for requests", "Installed requests 2.32.3"),
        ("sudo apt-get install -y jq", "Setting up jq (1.7.1-3) ...", "Installed jq 1.7.1-3"),
        ("mix deps.get", "New:\n  fine 0.1.4\nUnchanged:\n  ash 3.1\n", "Installed fine 0.1.4"),
        ("gem install rails", "Successfully installed rails-7.1.3", "Installed rails 7.1.3"),
        ("dotnet add package Log", "PackageReference for package 'Log' version '3.1.1' added", "Installed Log 3.1.1"),
        ("composer require mono/log", "  - Installing mono/log (3.6.0)", "Installed mono/log 3.6.0"),
        ("brew install ripgrep", "==> Pouring ripgrep", "Installed ripgrep"),
        ("npm uninstall moment", "removed 1 package", "Removed moment"),
        ("pip uninstall -y flask", "Successfully uninstalled Flask-3.0.3", "Removed flask 3.0.3"),
    ],
)  # fmt: skip
def test_a_package_is_remembered_with_the_version_known(observe, ran, command, output, expected):
    """F39: versions are kept literally."""
    found = observe(ran(command, output))

    assert [item.content.split(" (`")[0] for item in found] == [expected]
    assert found[0].category is Category.DEPENDENCY


@pytest.mark.parametrize(
    ("command", "output", "failed"),
    [
        ("pip install nothere", "ERROR: No matching distribution found for nothere", True),
        ("npm install nothere 2>&1 | tail", "npm ERR! 404 Not Found", False),
        ("npm install", "added 300 packages", False),
        ("echo pip install x", "pip install x", False),
    ],
)
def test_a_failed_install_or_one_without_names_is_no_dependency(observe, ran, command, output, failed):
    found = observe(ran(command, output, failed=failed))

    assert Category.DEPENDENCY not in {item.category for item in found}
