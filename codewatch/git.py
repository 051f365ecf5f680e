"""A folder → the project and the branch it belongs to, read from `.git` without a subprocess. Standard library only."""

import os

from codewatch import paths

# Non-blocking, because a FIFO named HEAD must not hold up a hook; binary matters on Windows only.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_LONGEST_TEXT_BYTES = 65536
_REFTABLE_HEAD = "ref: refs/heads/.invalid"
_REBASED_BRANCH_FILES = ("rebase-merge/head-name", "rebase-apply/head-name")
_LIST_ATTEMPTS = 3


class _Repository:
    """A checkout: its work tree (none for a folder inside the repository), its own and the shared git folder."""

    __slots__ = ("common", "gitdir", "head", "work_tree")

    def __init__(self, work_tree: str, gitdir: str, common: str, head: str) -> None:
        self.work_tree = work_tree
        self.gitdir = gitdir
        self.common = common
        self.head = head


def locate(cwd: str) -> tuple[str, str]:
    """Return the project's root, which is its key, and the branch that `cwd` is on.

    A project is a git repository with all its worktrees; its root is the main work tree, or the git folder of a
    repository without one. Anything else is a plain folder on the default branch, also one that is not here.
    """
    folder = _canonical(cwd)
    repository = _find_repository(folder) if os.path.exists(folder) else None
    if repository is None:
        return _storable(folder), paths.default_branch()
    return _storable(_project_of(repository)), _storable(_branch_of(repository))


def find_repository(cwd: str) -> str | None:
    """Return the root of the git project that `cwd` is in, or None for a plain folder and one that is not here."""
    folder = _canonical(cwd)
    repository = _find_repository(folder) if os.path.exists(folder) else None
    return None if repository is None else _storable(_project_of(repository))


def places(cwd: str) -> list[str]:
    """Return the folder `cwd`, then the root of the project that it is in, then those of projects around that."""
    folder = _canonical(cwd)
    found = [folder]
    repository = _find_repository(folder)
    while repository is not None:
        found.append(_project_of(repository))
        top = repository.work_tree or repository.gitdir
        parent = os.path.dirname(top)
        repository = _find_repository(parent) if parent != top else None
    return found


def project_at(folder: str) -> str:
    """Return the root of the project that `folder` is a work tree or the git folder of, else `folder` without links."""
    folder = _canonical(folder)
    repository = _find_repository(folder)
    if repository is None or folder not in (repository.work_tree, repository.common):
        return folder
    return _project_of(repository)


def find_work_tree(cwd: str) -> str:
    """Return the top folder of the checkout that `cwd` is in, of a worktree its own; of a plain folder itself."""
    folder = _canonical(cwd)
    repository = _find_repository(folder)
    return (repository.work_tree if repository else "") or folder


def relative_file(path: str, root: str, cwd: str) -> str:
    """Return `path` (from `cwd`) relative to the work tree of project `root` that holds it, else absolute.

    All worktrees of a project so give the same name to the same file. Links and `..` are resolved first.
    """
    absolute = _canonical(os.path.join(cwd, path))
    top = _checkout_holding(absolute, root)
    if absolute == top:
        return "."
    inside = os.path.join(top, "")
    return absolute[len(inside) :].replace(os.sep, "/") if absolute.startswith(inside) else absolute


def _storable(name: str) -> str:
    # A name that is not UTF-8 cannot be a text of the database; its bytes are spelled out.
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()


def _checkout_holding(path: str, root: str) -> str:
    """Return the work tree of project `root` that `path` is in, else `root` itself."""
    repository = _find_repository(path)
    if repository is None or not repository.work_tree or _project_of(repository) != root:
        return root
    return repository.work_tree


def _canonical(path: str) -> str:
    """Return `path` without links and `..`; a name from another system (`C:\\work`) stays as it is."""
    path = path or os.curdir
    try:
        is_here = os.path.isabs(path) or os.path.lexists(path)
    except (OSError, ValueError):
        is_here = False  # a NUL byte, a lone surrogate: nothing on this disk has that name
    return paths.resolved(path) if is_here else os.path.normpath(path)


def _find_repository(folder: str) -> _Repository | None:
    """Return the repository that `folder` is in, walking up past whatever only looks like one."""
    while folder:
        dot_git = os.path.join(folder, ".git")
        repository = None
        if os.path.lexists(dot_git):
            repository = _open_repository(folder, _follow_gitfile(dot_git))
        elif os.path.lexists(os.path.join(folder, "HEAD")):
            repository = _open_repository("", folder)
        if repository is not None:
            return repository
        parent = os.path.dirname(folder)
        folder = parent if parent != folder else ""
    return None


def _follow_gitfile(dot_git: str) -> str:
    """Return the git folder that `.git` is or, as a file of a worktree or submodule, names; "" if neither."""
    if os.path.isdir(dot_git):
        return dot_git
    label, _, named = _read_text(dot_git).partition(": ")
    return os.path.join(os.path.dirname(dot_git), named.rstrip("\r\n")) if label == "gitdir" and named else ""


def _open_repository(work_tree: str, gitdir: str) -> _Repository | None:
    head = _read_head(gitdir) if gitdir else ""
    if not head:
        return None
    named = _read_text(os.path.join(gitdir, "commondir")).rstrip("\r\n")
    common = os.path.join(gitdir, named) if named else gitdir
    if not os.path.isdir(os.path.join(common, "objects")):
        return None
    return _Repository(work_tree, gitdir, os.path.realpath(common), head)


def _read_head(gitdir: str) -> str:
    """Return `ref: <name>` or an object id; "" where there is no valid HEAD."""
    path = os.path.join(gitdir, "HEAD")
    head = _read_text(path).strip()
    named = head.removeprefix("ref:").strip()
    if named and named != head:
        return "ref: " + named
    try:
        target = os.readlink(path)  # as git wrote it before 2005, and still does with core.preferSymlinkRefs
    except (OSError, ValueError):
        target = ""
    if target.startswith("refs/"):
        return "ref: " + target
    return head if _is_object_id(head) else ""


def _is_object_id(text: str) -> bool:
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")


def _project_of(repository: _Repository) -> str:
    common = repository.common
    if os.path.basename(common) == ".git":
        return os.path.dirname(common)
    return _submodule_work_tree(common) or common


def _submodule_work_tree(common: str) -> str:
    """Return the work tree that a submodule's git folder names, if that one leads back to it: anyone can name any."""
    # Git moves the setting to the second file when a worktree has settings of its own (sparse checkouts).
    config = os.path.join(common, "config")
    named = _configured_work_tree(config) or _configured_work_tree(config + ".worktree")
    if not named:
        return ""
    work_tree = os.path.realpath(os.path.join(common, named))
    gitdir = _follow_gitfile(os.path.join(work_tree, ".git"))
    return work_tree if gitdir and os.path.realpath(gitdir) == common else ""


def _configured_work_tree(config: str) -> str:
    section, work_tree = "", ""
    for line in _read_text(config).splitlines():
        name, _, value = line.strip().partition("=")
        if name.startswith("["):
            section = name.lower()
        if section == "[core]" and name.strip().lower() == "worktree":
            work_tree = value.strip().strip('"').replace('\\"', '"').replace("\\\\", "\\")
    return work_tree


def _branch_of(repository: _Repository) -> str:
    head = repository.head
    if head == _REFTABLE_HEAD:
        head = _read_reftable_head(os.path.join(repository.gitdir, "reftable"))
    if head.startswith("ref: "):
        return _short_name(head[len("ref: ") :])
    if not _is_object_id(head):
        return paths.default_branch()
    return _rebased_branch(repository.gitdir) or "detached-" + head[:8]


def _short_name(ref: str) -> str:
    return ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else ref.removeprefix("refs/")


def _rebased_branch(gitdir: str) -> str:
    for name in _REBASED_BRANCH_FILES:
        ref = _read_text(os.path.join(gitdir, name)).strip()
        if ref.startswith("refs/"):  # a detached HEAD that is rebased says so in prose
            return _short_name(ref)
    return ""


def _read_reftable_head(folder: str) -> str:
    """Return HEAD as the newest table that has it says, "" where none does."""
    for _attempt in range(_LIST_ATTEMPTS):
        names = _read_text(os.path.join(folder, "tables.list")).split()
        head = _newest_head(folder, names)
        if head is not None:
            return head
    return ""


def _newest_head(folder: str, names: list[str]) -> str | None:
    """Return what the newest of the tables says of HEAD; None when git compacted one away after it was listed."""
    from codewatch import reftable  # noqa: PLC0415  (few repositories have tables, and a hook that sees none pays nothing)

    for name in reversed(names):
        table = _read(os.path.join(folder, name), reftable.HEAD_IS_WITHIN_BYTES)
        if not table:
            return None
        head = reftable.head_in(table)
        if head is not None:
            return head
    return ""


def _read_text(path: str) -> str:
    return os.fsdecode(_read(path, _LONGEST_TEXT_BYTES))


def _read(path: str, limit_bytes: int) -> bytes:
    """Return the start of the file at `path`, nothing where it cannot be read."""
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError):
        return b""
    try:
        return os.read(descriptor, limit_bytes)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
