# Makes <checkout>/.venv from pinned, hashed packages. Sourced by run, test and .ci/run, which set `deploy` to this folder.
# shellcheck shell=bash

set -euo pipefail
unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0

root=$(CDPATH='' cd -- "$deploy/.." && pwd -P)
venv=$root/.venv
installing=$venv/codewatch-installing

say() { printf 'codewatch: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Runs a command silently; when it fails, shows what it printed.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || cat -- "$log" >&2
    rm -f -- "$log"
    return "$status"
}

# Prints the interpreter to build with. It is the base one: the venv that is active now may be the one to be rebuilt.
find_python() {
    local name found without_venv=''
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        found=$("$name" -I -c '
import sys
if not (3, 11) <= sys.version_info < (3, 15):
    sys.exit(1)
import _sqlite3, fcntl
print(sys._base_executable)' 2>/dev/null) || continue
        if command -v uv >/dev/null || "$found" -I -c 'import venv, ensurepip' 2>/dev/null; then
            printf '%s\n' "$found"
            return
        fi
        without_venv=${without_venv:-$found}
    done
    if command -v uv >/dev/null; then
        quietly uv python install 3.13 && uv python find 3.13
        return
    fi
    [ -z "$without_venv" ] ||
        fail "$without_venv has no venv module: install it (Debian, Ubuntu: apt install python3-venv), or install uv"
    fail "no Python 3.11 to 3.14 with SQLite found: install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python@3.13), or install uv"
}

# Prints two lines: where the venv is and what Python it has; the hash of what was installed in it. Fails when it is broken.
stamp_of() {
    local kind=$1 inputs=("$root/pyproject.toml" "$deploy/requirements.txt")
    [ "$kind" = run ] || inputs+=("$deploy/constraints.txt")
    "$venv/bin/python" -I -S -c '
import hashlib, sys
print(sys.argv[1], sys.version.split()[0])
digest = hashlib.sha256()
for name in sys.argv[2:]:
    with open(name, "rb") as source:
        digest.update(source.read())
print(digest.hexdigest())' "$root" "${inputs[@]}" 2>/dev/null
}

is_current() {
    local stamp=$venv/codewatch-$1.stamp now
    [ -f "$stamp" ] && now=$(stamp_of "$1") && [ "$now" = "$(cat -- "$stamp")" ]
}

# An interrupted install can leave a package that pip takes for a whole one, and a moved venv points to its old place:
# only a venv that was finished, here, with this Python, is brought up to date; any other is built anew.
can_update() {
    local now
    [ ! -e "$installing" ] && [ -f "$venv/codewatch-run.stamp" ] && now=$(stamp_of run) &&
        [ "${now%%$'\n'*}" = "$(head -n 1 -- "$venv/codewatch-run.stamp")" ]
}

make_venv() {
    local python=$1
    rm -rf -- "$venv" || fail "cannot remove $venv: run this as the user who made it"
    if command -v uv >/dev/null; then
        quietly uv venv --python "$python" "$venv"
    else
        quietly "$python" -I -m venv "$venv"
    fi || fail "could not make $venv with $python (the reason is above)"
}

# Installs with uv where there is one; a venv that uv made has no pip.
install() {
    if command -v uv >/dev/null; then
        quietly uv pip install --quiet --python "$venv/bin/python" "$@"
    else
        [ -f "$venv/bin/pip" ] || quietly "$venv/bin/python" -I -m ensurepip
        quietly "$venv/bin/python" -I -m pip install --quiet "$@"
    fi || fail "the installation failed (the reason is above); run this again to go on"
}

install_runtime() {
    rm -f -- "$venv"/codewatch-*.stamp
    say "installing in $venv (once)"
    install --require-hashes -r "$deploy/requirements.txt"
    # Without isolation the backend is the setuptools just installed, checked by its hash like the rest.
    (CDPATH='' cd -- "$root" && install --no-deps --no-build-isolation -e .)
}

install_tools() {
    local wanted tools=()
    wanted=$("$venv/bin/python" -I -c '
import sys, tomllib
with open(sys.argv[1], "rb") as source:
    print(*tomllib.load(source)["project"]["optional-dependencies"]["dev"], sep="\n")' "$root/pyproject.toml")
    while IFS= read -r tool; do tools+=("$tool"); done <<<"$wanted"
    say "installing the development tools in $venv (once)"
    install -c "$deploy/constraints.txt" "${tools[@]}"
    # `workers` becomes codewatch.workers by an import hook, which no type checker follows: this is where it looks.
    mkdir -p -- "$venv/typing/codewatch"
    ln -sfn -- "$root/workers" "$venv/typing/codewatch/workers"
    ln -sfn -- "$root/prompts" "$venv/typing/codewatch/prompts"
}

write_stamp() {
    stamp_of "$1" >"$venv/codewatch-$1.stamp.new"
    mv -f -- "$venv/codewatch-$1.stamp.new" "$venv/codewatch-$1.stamp"
}

# Brings .venv up to date for `run` or for `test`. Two at once: the second waits, then finds the work done.
set_up() {
    local kind=$1 python
    ! is_current "$kind" || return 0
    [ -w "$root" ] || fail "cannot write to $root: run this once as the user who owns it"
    python=$(find_python)
    # The kernel drops the lock when the last process that holds the file open is gone, so none is ever left behind.
    exec 9<"$deploy/setup.sh"
    "$python" -I -c '
import fcntl, sys
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    print("codewatch: another set-up of this checkout is running, waiting for it", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)'
    can_update || make_venv "$python"
    : >"$installing"
    if ! is_current run; then
        install_runtime
        write_stamp run
    fi
    if [ "$kind" = test ] && ! is_current test; then
        install_tools
        write_stamp test
    fi
    rm -f -- "$installing"
    exec 9<&-
}
