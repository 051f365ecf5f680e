"""What package managers did."""

import pytest

from codewatch.categories import Category
from codewatch.messages import Role


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
        (
            "pip install 'typing_extensions>=4'",
            "Successfully installed typing-extensions-4.12.2",
            "Installed typing_extensions 4.12.2",
        ),
        ("pip install 'typing_extensions>=4'", "", "Installed typing_extensions >=4"),
        ("poetry add httpx@^0.27", "  • Updating httpx (0.28.1 -> 0.27.2)", "Installed httpx 0.27.2"),
        ("yarn add lodash", "➤ YN0085: │ + lodash@npm:4.17.21", "Installed lodash 4.17.21"),
        ("yarn global add serve", 'success Installed "serve@14.2.4" with binaries:', "Installed serve 14.2.4"),
        ("bun add zod", "bun add v1.1.42 (50eec002)\n\ninstalled zod@3.24.1", "Installed zod 3.24.1"),
        ("go get -u github.com/x/y", "go: upgraded github.com/x/y v1.0.0 => v1.2.0", "Installed github.com/x/y v1.2.0"),
        ("bundle add sidekiq", "Resolving dependencies...\nUsing sidekiq 7.3.7", "Installed sidekiq 7.3.7"),
        ("mix deps.update ash", "Upgraded:\n  ash 3.4.0 => 3.4.50", "Installed ash 3.4.50"),
        ("apk add curl", "(2/2) Installing curl (8.11.1-r0)", "Installed curl 8.11.1-r0"),
        ("dnf install -y jq", "Installed:\n  jq-1.7.1-8.fc41.x86_64\nComplete!", "Installed jq 1.7.1-8.fc41"),
        ("brew install ripgrep", "🍺  /opt/homebrew/Cellar/ripgrep/14.1.1: 14 files, 6MB", "Installed ripgrep 14.1.1"),
        (
            "composer require mono/log",
            "  - Locking mono/log (3.8.1)\nUsing version ^3.8 for mono/log",
            "Installed mono/log 3.8.1",
        ),
        (
            "dotnet add src/Shop package Log",
            "PackageReference for package 'Log' version '4.1.0' added",
            "Installed Log 4.1.0",
        ),
        (
            "dotnet tool install -g dotnet-ef",
            "Tool 'dotnet-ef' (version '9.0.0') was successfully installed.",
            "Installed dotnet-ef 9.0.0",
        ),
        ("pipx install ruff", "  installed package ruff 0.8.4, installed using Python 3.12.3", "Installed ruff 0.8.4"),
        (
            "conda install -y numpy",
            "  numpy    conda-forge/linux-64::numpy-2.2.0-py312h72972c8_0",
            "Installed numpy 2.2.0",
        ),
        ("deno add jsr:@std/path", "Add jsr:@std/path@1.0.8", "Installed @std/path 1.0.8"),
        ("pdm add httpx", "  ✔ Install httpx 0.28.1 successful", "Installed httpx 0.28.1"),
        ("pip uninstall -y flask", "Successfully uninstalled Flask-3.0.3", "Removed flask 3.0.3"),
    ],
)
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
        ("pip install httpx", "Requirement already satisfied: httpx in ./.venv/lib (0.28.1)", False),
        ("apt install jq", "jq is already the newest version (1.7.1-3build1).", False),
        ("uv add nothere 2>&1 | tail", "  × No solution found when resolving dependencies:", False),
        ("echo pip install x", "pip install x", False),
    ],
)
def test_a_failed_install_or_one_without_names_is_no_dependency(observe, ran, command, output, failed):
    found = observe(ran(command, output, failed=failed))

    assert Category.DEPENDENCY not in {item.category for item in found}


def edit_of(message, path, old, new):
    """Return the result of an edit that put `new` in the place of `old`."""
    given = {"file_path": f"/home/ana/shop/{path}", "old_string": old, "new_string": new}
    return message(Role.TOOL_RESULT, "updated", tool="Edit", tool_input=given)


def test_npm_installs_the_versions_that_package_json_was_made_to_ask_for(observe, ran, message):
    old = '"react": "^18.2.0"'
    edit = edit_of(message, "web/package.json", old, f'{old},\n    "zod": "^3.23.8",\n    "@trpc/server": "10.45.2"')

    found = observe(edit, ran("cd web && npm install", "added 2 packages in 3s"))

    assert [item.content for item in found if item.category is Category.DEPENDENCY] == [
        "Installed zod ^3.23.8, @trpc/server 10.45.2 (`npm install`)"
    ]


def test_a_patch_of_package_json_is_read_too(observe, ran, message):
    patch = (
        '*** Begin Patch\n*** Update File: package.json\n@@\n   "react": "18.2.0",\n+  "zod": "^3.23.8",\n*** End Patch'
    )
    edit = message(Role.TOOL_RESULT, "Success.", tool="apply_patch", tool_input={"input": patch})

    found = observe(edit, ran("pnpm install", "Done in 1s"))

    assert [item.content for item in found if item.category is Category.DEPENDENCY] == [
        "Installed zod ^3.23.8 (`pnpm install`)"
    ]


def test_an_edit_of_another_file_names_no_versions(observe, ran, message):
    edit = edit_of(message, "tsconfig.json", "", '"zod": "^3.23.8"')

    found = observe(edit, ran("npm install", "added 2 packages in 3s"), ran("npm install zod", "added 1 package"))

    assert [item.content for item in found if item.category is Category.DEPENDENCY] == [
        "Installed zod (`npm install zod`)"
    ]


def test_a_package_that_was_tried_and_removed_is_told_once_with_the_reason(contents, said, answered, ran):
    why = "dayjs lacks the Hebrew calendar that the reports need."

    found = contents(
        said("try swapping moment for dayjs"),
        ran("npm i dayjs@1.11.13", "added 1 package"),
        answered(f"It is in. {why}"),
        said("ah ok, forget it then"),
        ran("npm uninstall dayjs", "removed 1 package"),
    )

    assert f"Removed dayjs (`npm uninstall dayjs`), which was tried in this session: {why}" in found
    assert [text for text in found if text.startswith("Installed")] == []


def test_without_a_reason_it_is_told_as_tried(contents, ran):
    found = contents(ran("npm i dayjs@1.11.13", "added 1 package"), ran("npm uninstall dayjs", "removed 1 package"))

    assert found == ["Removed dayjs (`npm uninstall dayjs`), which was tried in this session"]


def test_what_was_installed_beside_it_or_again_stays(contents, ran):
    found = contents(
        ran("npm i dayjs@1.11.13 zod@3.23.8", "added 2 packages"),
        ran("npm uninstall dayjs", "removed 1 package"),
        ran("npm i dayjs@1.11.12", "added 1 package"),
    )

    assert found == [
        "Installed dayjs 1.11.13, zod 3.23.8 (`npm i dayjs@1.11.13 zod@3.23.8`)",
        "Removed dayjs (`npm uninstall dayjs`), which was tried in this session",
        "Installed dayjs 1.11.12 (`npm i dayjs@1.11.12`)",
    ]


@pytest.mark.parametrize("command", ["pip install --dry-run x", "npm install x --dry-run", "npm install --help x"])
def test_what_only_tells_of_an_install_installs_nothing(contents, ran, command):
    assert not any("Installed" in content for content in contents(ran(command, "added 1 package")))
