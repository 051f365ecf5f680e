"""`codewatch`, `python -m codewatch`: hooks straight away, everything else through the command line."""

import sys


def main() -> None:
    """Run what the arguments ask for; the two hooks skip the command line's own imports."""
    arguments = sys.argv[1:]
    if arguments in (["hook", "save"], ["--hook"]):
        from codewatch.hooks import dialects, door, save

        door.run(save.main, dialects.CLAUDE)
    elif arguments in (["hook", "recall"], ["--recall"]):
        from codewatch.hooks import dialects, door, recall

        door.run(recall.main, dialects.CLAUDE)
    else:
        from codewatch.cli.main import run

        run(arguments)


if __name__ == "__main__":
    main()
