"""The command line's door: finds the command, loads only its file, and turns errors into a line and an exit code."""

import importlib
import io
import os
import sys

import click

from codewatch import __version__
from codewatch.cli import wrong_usage
from codewatch.cli.telling import say, tell
from codewatch.errors import CodewatchError, ConfigError, NotFound, StoreError, WorkerUnavailable

# Where each command lives and what it does, so that `--help` need not import them all.
COMMANDS = {
    "hook": ("codewatch.cli.hook:hook", "The two programs that a client runs: save and recall."),
    "worker": ("codewatch.cli.worker:worker", "Run, start, stop or look at the worker."),
    "queue": ("codewatch.cli.queue:queue", "What waits, runs and failed."),
    "status": ("codewatch.cli.status:status", "Health in one screen."),
    "search": ("codewatch.cli.memory:search", "Search memory."),
    "list": ("codewatch.cli.memory:list_memories", "List this project's memories, newest first."),
    "show": ("codewatch.cli.memory:show", "Show all that is known about one memory or reflection."),
    "why": ("codewatch.cli.why:why", "Where a memory comes from, and when and why it was injected."),
    "edit": ("codewatch.cli.edit:edit", "Change a memory or a reflection."),
    "log": ("codewatch.cli.log:log", "List what was changed in memory, newest first."),
    "undo": ("codewatch.cli.log:undo", "Take a change back."),
    "remember": ("codewatch.cli.memory:remember", "Store one observation by hand."),
    "forget": ("codewatch.cli.memory:forget", "Delete memories for good."),
    "observe": ("codewatch.cli.observe:observe", "Observe transcripts now."),
    "backfill": ("codewatch.cli.backfill:backfill", "Read the sessions from before codewatch, the newest first."),
    "coverage": ("codewatch.cli.coverage:coverage", "What became of every byte of every transcript."),
    "context": ("codewatch.cli.context:context", "What a session start would be given."),
    "reflect": ("codewatch.cli.reflect:reflect", "Compress this branch's observations now."),
    "usage": ("codewatch.cli.usage:usage", "Model calls, tokens, cost, and the budget that is left."),
    "import": ("codewatch.cli.moving:import_memories", "Take in observations from a file."),
    "config": ("codewatch.cli.config:config", "Settings, and where each comes from."),
    "pause": ("codewatch.cli.pausing:pause", "Stop capture, recall or both."),
    "resume": ("codewatch.cli.pausing:resume", "Go on with what was paused."),
    "setup": ("codewatch.cli.setup:setup", "Connect a client: its hooks and the MCP server."),
    "uninstall": ("codewatch.cli.uninstall:uninstall", "Take out of the clients what setup put in."),
    "mcp": ("codewatch.cli.mcp:mcp", "The MCP server on standard input and output."),
    "demo": ("codewatch.cli.demo:demo", "Replay a bundled session and show what is remembered."),
}
_EXIT_CODES: tuple[tuple[type[CodewatchError], int], ...] = (
    (NotFound, 1), (ConfigError, 2), (StoreError, 3), (WorkerUnavailable, 3), (CodewatchError, 1),
)  # fmt: skip


class LazyGroup(click.Group):
    """A group that imports a command's file when the command is used."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader who has seen enough (`| head`) is no error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            ctx.exit(0)
        return result

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, or None when there is no such one."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        return getattr(importlib.import_module(module), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' one-line helps without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="codewatch")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Memory for coding assistants: it forgets nothing, costs nothing by default, and can prove it."""
    if ctx.invoked_subcommand is not None:
        return
    if sys.stdin is None or sys.stdin.isatty():
        click.echo(ctx.get_help())
        return
    from codewatch.cli.mcp import serve

    serve()


def run(arguments: list[str]) -> None:
    """Run the command line and leave the process with the exit code of COMMANDS."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(_spelt_out(arguments), prog_name="codewatch", standalone_mode=False)
    except click.ClickException as error:
        say("\n".join(wrong_usage.lines(error, list(COMMANDS))))
        sys.exit(error.exit_code)
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except CodewatchError as error:
        tell(str(error))
        sys.exit(next(code for kind, code in _EXIT_CODES if isinstance(error, kind)))
    except OSError as error:
        _drop_output()
        tell(f"{error.filename or 'output'}: {error.strerror or error}")
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _spelt_out(arguments: list[str]) -> list[str]:
    """Return the arguments with words that people try in place of an option as that option, and the other way round."""
    first, rest = arguments[:1], arguments[1:]
    if first == ["--setup"]:
        return ["setup", *rest]
    if first == ["help"]:
        return [*rest, "--help"]
    if first == ["version"] and not rest:
        return ["--version"]
    if first in (["--hook"], ["--recall"]):
        raise click.UsageError(f"{first[0]} takes no arguments")
    return arguments


def _open_what_is_closed() -> None:
    # A database that is opened next must not get the number of an output that somebody has closed (`>&-`).
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            if number:
                setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: SIM115  (for as long as the process)


def _drop_output() -> None:
    # What is still buffered would raise once more when the interpreter leaves.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
