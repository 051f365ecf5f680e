import os
import subprocess

import pytest

from codewatch.git import locate, relative_file

# Written by git 2.47.3 and cut where their only block ends: HEAD on trunk, HEAD on topic/ü, and trunk's own record.
REFTABLE_ON_TRUNK = (
    "524546540100100000000000000000010000000000000001720000390023484541440010726566732f68656164732f7472756e6b00001c0001"
)
REFTABLE_ON_TOPIC = (
    "5245465401001000000000000000000400000000000000047200003c"
    "0023484541440013726566732f68656164732f746f7069632fc3bc00001c0001"
)
REFTABLE_OF_A_BRANCH = (
    "52454654010010000000000000000002000000000000000272000049"
    "008001726566732f68656164732f7472756e6b00ee04ce3915a2f687715fc46a01a0984c235df60a00001c0001"
)


@pytest.fixture(autouse=True)
def _git_without_the_users_settings(monkeypatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("CODEWATCH_DEFAULT_BRANCH", raising=False)


@pytest.fixture
def place(tmp_path):
    """The temporary folder as git names it, without links."""
    return os.path.realpath(tmp_path)


@pytest.fixture
def repository(place):
    """A repository on branch `trunk` with one commit."""
    return make_repository(os.path.join(place, "repo"))


@pytest.fixture
def worktree(place, repository):
    """A second worktree of the repository, on branch `side`."""
    run_git(repository, "worktree", "add", "-q", "-b", "side", os.path.join(place, "side"))
    return os.path.join(place, "side")


@pytest.fixture
def submodule(place, repository):
    """The repository with another one as its submodule `libs/engine`; returns the submodule's work tree."""
    engine = make_repository(os.path.join(place, "engine"))
    run_git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", engine, "libs/engine")
    return os.path.join(repository, "libs", "engine")


def run_git(folder, *arguments):
    command = ["git", "-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def make_repository(folder, *options):
    os.makedirs(folder)
    run_git(folder, "init", "-q", "-b", "trunk", *options)
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
    return folder


def commit_file(folder, text):
    write(os.path.join(folder, "notes.txt"), text)
    run_git(folder, "add", "notes.txt")
    run_git(folder, "commit", "-q", "-m", text)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make_folder(*parts):
    folder = os.path.join(*parts)
    os.makedirs(folder)
    return folder


def test_a_worktree_belongs_to_the_project_of_the_main_one(repository, worktree):
    assert locate(worktree) == (repository, "side")


def test_a_nested_repository_is_a_project_of_its_own(repository):
    nested = make_repository(os.path.join(repository, "vendor", "parser"))

    assert locate(nested) == (nested, "trunk")


def test_a_submodule_is_a_project_of_its_own(submodule):
    assert locate(submodule) == (submodule, "trunk")


def test_the_worktree_of_a_submodule_belongs_to_the_submodule(place, submodule):
    run_git(submodule, "worktree", "add", "-q", "-b", "tuned", os.path.join(place, "tuned"))

    assert locate(os.path.join(place, "tuned")) == (submodule, "tuned")


def test_a_submodule_with_settings_per_worktree_keeps_its_key(submodule):
    run_git(submodule, "sparse-checkout", "set", "--cone")

    assert locate(submodule) == (submodule, "trunk")


def test_a_git_folder_cannot_claim_a_work_tree_that_does_not_lead_back_to_it(place, repository):
    foreign = os.path.join(place, "foreign.git")
    run_git(place, "init", "-q", "--bare", "-b", "trunk", foreign)
    run_git(foreign, "config", "core.worktree", repository)

    assert locate(foreign) == (foreign, "trunk")


def test_a_bare_repository_is_its_own_project(place):
    bare = os.path.join(place, "bare.git")
    run_git(place, "init", "-q", "--bare", "-b", "trunk", bare)

    assert locate(bare) == (bare, "trunk")


def test_a_worktree_of_a_bare_repository_belongs_to_it(place, repository):
    run_git(place, "clone", "-q", "--bare", repository, "bare.git")
    run_git(os.path.join(place, "bare.git"), "worktree", "add", "-q", "-b", "side", os.path.join(place, "side"))

    assert locate(os.path.join(place, "side")) == (os.path.join(place, "bare.git"), "side")


def test_a_repository_with_its_git_folder_elsewhere_has_that_folder_as_key(place):
    elsewhere = os.path.join(place, "store")
    folder = make_repository(os.path.join(place, "repo"), "--separate-git-dir", elsewhere)

    assert locate(folder) == (elsewhere, "trunk")


def test_all_worktrees_of_a_repository_with_a_linked_git_folder_share_one_project(place, repository, worktree):
    os.rename(os.path.join(repository, ".git"), os.path.join(place, "store"))
    os.symlink(os.path.join(place, "store"), os.path.join(repository, ".git"))

    assert locate(repository) == (os.path.join(place, "store"), "trunk")
    assert locate(worktree) == (os.path.join(place, "store"), "side")


def test_a_git_hook_runs_inside_the_git_folder_and_still_belongs_to_the_project(repository):
    assert locate(os.path.join(repository, ".git", "hooks")) == (repository, "trunk")


def test_a_plain_folder_is_its_own_project_on_the_default_branch_which_has_a_setting(place, monkeypatch):
    monkeypatch.setenv("CODEWATCH_DEFAULT_BRANCH", "all")

    assert locate(place) == (place, "all")


@pytest.mark.parametrize(
    "text", ["gitdir: /nowhere/.git\n", "gitdir:\n", "", "nonsense", "gitdir: \0\n", "gitdir: .git\n", "gitdir: .\n"]
)
def test_a_broken_git_file_leaves_the_folder_to_the_repository_around_it(repository, text):
    write(os.path.join(repository, "part", ".git"), text)

    assert locate(os.path.join(repository, "part")) == (repository, "trunk")


def test_an_empty_git_folder_leaves_the_folder_to_the_repository_around_it(repository):
    make_folder(repository, "part", ".git")

    assert locate(os.path.join(repository, "part")) == (repository, "trunk")


def test_a_file_named_head_makes_no_bare_repository(repository):
    write(os.path.join(repository, "http", "HEAD"), "ref: refs/heads/main\n")

    assert locate(os.path.join(repository, "http")) == (repository, "trunk")


@pytest.mark.parametrize("text", ["", "garbage\n", "1234\n", "ref: "])
def test_a_damaged_head_is_no_repository(place, text):
    folder = make_repository(os.path.join(place, "repo"))
    write(os.path.join(folder, ".git", "HEAD"), text)

    assert locate(folder) == (folder, "main")


@pytest.mark.timeout(10)
def test_a_head_that_never_ends_does_not_hold_up_a_hook(place):
    folder = make_repository(os.path.join(place, "repo"))
    os.remove(os.path.join(folder, ".git", "HEAD"))
    os.mkfifo(os.path.join(folder, ".git", "HEAD"))

    assert locate(folder) == (folder, "main")


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("with some spaces",) * 2, ("größe-日本語",) * 2, (os.fsdecode(b"latin-\xfc"), "latin-\\udcfc"),
        ("new\nline",) * 2, ("$(x) 'q' \"",) * 2, ("-n",) * 2,
    ],
)  # fmt: skip
def test_any_name_a_folder_can_have_works_and_is_spelled_as_a_database_can_hold_it(place, name, spelled):
    folder = make_repository(os.path.join(place, name))

    assert locate(folder) == (os.path.join(place, spelled), "trunk")


@pytest.mark.parametrize("ending", ["", "/", "//", "/.", "/src", "/src/..", "/src/../src/", "/../repo"])
def test_every_path_into_a_repository_gives_the_same_project(repository, ending):
    make_folder(repository, "src")

    assert locate(repository + ending) == (repository, "trunk")


def test_a_link_to_a_folder_of_the_repository_gives_the_repository(place, repository):
    os.symlink(make_folder(repository, "src"), os.path.join(place, "shortcut"))

    assert locate(os.path.join(place, "shortcut")) == (repository, "trunk")


@pytest.mark.parametrize(
    ("cwd", "key"),
    [
        ("/nowhere/at/all", "/nowhere/at/all"), ("/nowhere/at/../all/", "/nowhere/all"),
        ("C:\\Users\\ada\\work", "C:\\Users\\ada\\work"), ("nowhere/at/./all", "nowhere/at/all"),
        ("/", "/"), ("/nul\0byte", "/nul\0byte"),
        ("/lone\ud800surrogate", "/lone\\ud800surrogate"),
        ("/" + "long" * 2000, "/" + "long" * 2000),
    ],
)  # fmt: skip
def test_a_folder_without_git_or_not_on_this_machine_keeps_its_name_and_gets_the_default_branch(cwd, key):
    assert locate(cwd) == (key, "main")


def test_git_variables_in_the_environment_are_ignored(place, repository, monkeypatch):
    other = make_repository(os.path.join(place, "other"))
    monkeypatch.setenv("GIT_DIR", os.path.join(other, ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", other)

    assert locate(repository) == (repository, "trunk")


@pytest.mark.parametrize("branch", ["feature/login", "größe", "a.b-c_d", "refs/heads/x", "HEAD", "detached-12345678"])
def test_a_branch_is_named_as_git_names_it(repository, branch):
    run_git(repository, "update-ref", "refs/heads/" + branch, "HEAD")
    run_git(repository, "symbolic-ref", "HEAD", "refs/heads/" + branch)

    assert locate(repository)[1] == branch


def test_an_unborn_branch_has_its_name_already(place):
    run_git(place, "init", "-q", "-b", "not/yet")

    assert locate(place) == (place, "not/yet")


@pytest.mark.parametrize("hash_name", ["sha1", "sha256"])
def test_a_detached_head_is_named_by_eight_digits(place, hash_name):
    folder = make_repository(os.path.join(place, "repo"), "--object-format=" + hash_name)
    run_git(folder, "switch", "-q", "--detach")

    assert locate(folder)[1] == "detached-" + run_git(folder, "rev-parse", "HEAD")[:8]


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
def test_a_rebase_that_stopped_is_still_on_the_branch_it_rebases(repository, backend):
    run_git(repository, "switch", "-q", "-c", "topic")
    commit_file(repository, "topic")
    run_git(repository, "switch", "-q", "trunk")
    commit_file(repository, "trunk")
    run_git(repository, "switch", "-q", "topic")
    with pytest.raises(subprocess.CalledProcessError):
        run_git(repository, "rebase", backend, "trunk")

    assert locate(repository) == (repository, "topic")


def test_a_rebase_in_one_worktree_leaves_the_other_alone(repository, worktree):
    commit_file(repository, "trunk")
    commit_file(worktree, "side")
    with pytest.raises(subprocess.CalledProcessError):
        run_git(worktree, "rebase", "trunk")

    assert locate(worktree) == (repository, "side")
    assert locate(repository) == (repository, "trunk")


@pytest.mark.parametrize("branch", ["trunk", "unborn/branch"])
def test_a_head_that_is_a_link_names_the_branch(repository, branch):
    os.remove(os.path.join(repository, ".git", "HEAD"))
    os.symlink("refs/heads/" + branch, os.path.join(repository, ".git", "HEAD"))

    assert locate(repository) == (repository, branch)


@pytest.mark.parametrize("head", ["ref:refs/heads/x", "ref:\trefs/heads/x\n", "ref: refs/heads/x\r\n"])
def test_a_head_written_by_hand_is_read_as_git_does(repository, head):
    write(os.path.join(repository, ".git", "HEAD"), head)

    assert locate(repository)[1] == "x"


def add_table(gitdir, hexadecimal):
    """Make `gitdir` a reftable one and this its newest table."""
    write(os.path.join(gitdir, "HEAD"), "ref: refs/heads/.invalid\n")
    folder = os.path.join(gitdir, "reftable")
    os.makedirs(folder, exist_ok=True)
    name = f"{len(os.listdir(folder))}.ref"
    with open(os.path.join(folder, name), "wb") as table, open(os.path.join(folder, "tables.list"), "a") as names:
        table.write(bytes.fromhex(hexadecimal))
        names.write(name + "\n")


def test_the_newest_table_that_knows_head_wins(repository):
    add_table(os.path.join(repository, ".git"), REFTABLE_ON_TRUNK)
    add_table(os.path.join(repository, ".git"), REFTABLE_ON_TOPIC)
    add_table(os.path.join(repository, ".git"), REFTABLE_OF_A_BRANCH)

    assert locate(repository)[1] == "topic/ü"


def test_a_worktree_reads_the_reftable_of_its_own(repository, worktree):
    add_table(os.path.join(repository, ".git"), REFTABLE_ON_TRUNK)
    add_table(os.path.join(repository, ".git", "worktrees", "side"), REFTABLE_ON_TOPIC)

    assert locate(worktree) == (repository, "topic/ü")
    assert locate(repository) == (repository, "trunk")


@pytest.mark.parametrize("table", [REFTABLE_OF_A_BRANCH, "00", ""])
def test_a_reftable_without_a_readable_head_gives_the_default_branch(repository, table):
    add_table(os.path.join(repository, ".git"), table)

    assert locate(repository) == (repository, "main")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("app.py", "src/app.py"),
        ("./app.py", "src/app.py"),
        ("../README.md", "README.md"),
        ("deleted/long/ago.py", "src/deleted/long/ago.py"),
        ("..", "."),
        ("", "src"),
        ("../.git/config", ".git/config"),
    ],
)
def test_a_file_of_the_project_is_named_from_its_root(repository, path, name):
    cwd = make_folder(repository, "src")

    assert relative_file(path, repository, cwd) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/etc/passwd", "/etc/passwd"),
        ("/etc/../etc/passwd", "/etc/passwd"),
        ("../" * 40 + "etc/passwd", "/etc/passwd"),
        ("/nul\0byte", "/nul\0byte"),
    ],
)
def test_a_file_outside_stays_absolute(repository, path, name):
    assert relative_file(path, repository, repository) == name


def test_a_folder_whose_name_begins_alike_is_outside(repository):
    assert relative_file("../repo-old/app.py", repository, repository) == repository + "-old/app.py"


def test_a_link_out_of_the_project_is_named_by_where_it_leads(place, repository):
    os.symlink(make_folder(place, "secrets"), os.path.join(repository, "link"))

    assert relative_file("link/key", repository, repository) == os.path.join(place, "secrets", "key")


def test_the_same_file_has_the_same_name_in_every_worktree(repository, worktree):
    assert relative_file("src/app.py", repository, worktree) == "src/app.py"
    assert relative_file("src/app.py", repository, repository) == "src/app.py"


def test_a_worktree_inside_the_main_one_names_its_files_from_its_own_root(repository):
    run_git(repository, "worktree", "add", "-q", "-b", "agent", ".claude/worktrees/agent")

    assert relative_file(".claude/worktrees/agent/app.py", repository, repository) == "app.py"


def test_a_file_of_a_submodule_is_named_from_the_project_that_asks(repository, submodule):
    assert relative_file("libs/engine/core.c", repository, repository) == "libs/engine/core.c"
    assert relative_file("core.c", submodule, submodule) == "core.c"


def test_a_repository_with_its_git_folder_elsewhere_names_files_from_the_work_tree(place):
    elsewhere = os.path.join(place, "store")
    folder = make_repository(os.path.join(place, "repo"), "--separate-git-dir", elsewhere)

    assert relative_file("src/app.py", elsewhere, folder) == "src/app.py"
