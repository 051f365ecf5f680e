"""The table of commands whose success is news: tests, type checks, linters, builds, migrations, deploys."""

import re

from codewatch.agents.rules.shell import ShellCommand, program_of

_ANY = frozenset(("*",))
_SCRIPTS = frozenset(
    "test tests t build lint typecheck type-check types check tsc compile e2e ci verify format migrate deploy release"
    " unit integration coverage bundle validate".split()
)


def _verbs(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALONE = (
    "pytest py.test unittest vitest jest mocha ava tap tox nox mypy pyright basedpyright flake8 pylint black isort"
    " bandit tsc vue-tsc eslint prettier biome oxlint stylelint rspec rubocop minitest phpunit pest phpstan psalm"
    " golangci-lint staticcheck gofmt gradle gradlew mvn mvnw sbt make just task rake ctest ninja shellcheck hadolint"
    " actionlint yamllint markdownlint cypress ansible-playbook pre-commit webpack rollup esbuild tsup lint-imports"
    " xcodebuild clang-tidy ktlint swiftlint detekt sqlfluff vulture coverage serverless"
)
# program → the sub-commands that count; "*" for any.
CHECKS: dict[str, frozenset[str]] = {
    **dict.fromkeys(_ALONE.split(), _ANY),
    "ruff": _verbs("check format"),
    "ty": _verbs("check"),
    "cargo": _verbs("test build check clippy run nextest fmt bench doc"),
    "go": _verbs("test build vet run generate"),
    "mix": _verbs(
        "test compile credo dialyzer format quality check deps.compile ecto.migrate ecto.setup ecto.reset"
        " ecto.rollback assets.build assets.deploy release docs sobelow ash.codegen ash.migrate"
    ),
    "rebar3": _verbs("eunit ct compile dialyzer"),
    "zig": _verbs("build test"),
    "swift": _verbs("test build"),
    "dotnet": _verbs("test build run publish format ef"),
    "flutter": _verbs("test build analyze"),
    "dart": _verbs("test analyze format"),
    "deno": _verbs("test lint check fmt task"),
    "node": _verbs("--test"),
    "bun": _verbs("test build"),
    "cmake": _verbs("--build"),
    "bazel": _verbs("test build run"),
    "nx": _verbs("test build lint run affected"),
    "turbo": _verbs("test build lint run"),
    "vite": _verbs("build"),
    "next": _verbs("build lint"),
    "playwright": _verbs("test"),
    "docker": _verbs("build compose buildx push"),
    "docker-compose": _verbs("build up"),
    "podman": _verbs("build"),
    "kubectl": _verbs("apply rollout"),
    "helm": _verbs("install upgrade lint"),
    "terraform": _verbs("plan apply validate"),
    "tofu": _verbs("plan apply validate"),
    "alembic": _verbs("upgrade downgrade revision"),
    "prisma": _verbs("migrate generate db"),
    "drizzle-kit": _verbs("push migrate generate"),
    "sequelize": _verbs("db:migrate"),
    "knex": _verbs("migrate:latest"),
    "flyway": _verbs("migrate"),
    "rails": _verbs("test db:migrate"),
    "artisan": _verbs("test migrate"),
    "manage.py": _verbs("test migrate makemigrations check collectstatic"),
    "vercel": _verbs("deploy --prod"),
    "netlify": _verbs("deploy"),
    "fly": _verbs("deploy"),
    "flyctl": _verbs("deploy"),
    "wrangler": _verbs("deploy publish"),
    "twine": _verbs("upload check"),
    "uv": _verbs("build publish"),
    "poetry": _verbs("build publish check"),
    "npm": _verbs("publish pack") | _SCRIPTS,
    "pnpm": _SCRIPTS,
    "yarn": _SCRIPTS,
}
_SCRIPT_RUNNERS = frozenset("npm pnpm yarn bun".split())
_TELLING_SCRIPT = re.compile(
    r"(?:^|[_.-])(?:test|tests|deploy|migrate|migrations?|release|build|check|lint|ci|publish)(?:[_.-]|$)"
)
# Whose success is news: it ran against the world, or says how many tests there are. That a linter is content is none.
_NEWS = re.compile(
    r"(?:^|[ /._:-])(?:tests?|pytest|unittest|vitest|jest|mocha|ava|rspec|minitest|phpunit|pest|e2e|cypress|playwright"
    r"|nextest|eunit|ctest|deploy\w*|migrate|migrations?|release|publish|upload|apply|rollout|upgrade|downgrade|push"
    r"|ansible-playbook)(?:$|[ ._:-])"
)
_INTERPRETERS = frozenset("python python3 node ruby php deno bun bash sh zsh".split())


def is_check(command: ShellCommand) -> bool:
    """Tell whether the command's success is worth remembering."""
    program, verbs = program_of(command), CHECKS.get(program_of(command))
    arguments = [word for word in command.words[1:] if not word.startswith(("+", "-")) or word in ("--test", "--build")]
    if program in _INTERPRETERS and arguments:
        script = arguments[0].rsplit("/", 1)[-1]
        if script in CHECKS:
            return bool(arguments[1:]) and _counts(script, arguments[1], CHECKS[script])
        if program not in CHECKS or "/" in arguments[0]:
            return _is_telling_script(script)
    if program in _SCRIPT_RUNNERS and arguments[:1] in (["run"], ["run-script"]):
        return len(arguments) > 1
    if verbs is None and "/" in command.words[0]:
        return _is_telling_script(program)
    return verbs is not None and _counts(program, arguments[0] if arguments else "", verbs)


def is_news(command: ShellCommand) -> bool:
    """Tell whether a check's success is worth a memory of its own."""
    return _NEWS.search(runner_of(command)) is not None


def _is_telling_script(script: str) -> bool:
    return _TELLING_SCRIPT.search(script) is not None


def _counts(program: str, argument: str, verbs: frozenset[str]) -> bool:
    if verbs is _ANY:
        return True
    return argument in verbs or (program in _SCRIPT_RUNNERS and argument.split(":", 1)[0] in verbs)


def runner_of(command: ShellCommand) -> str:
    """Return what runs, without its targets: `pytest`, `mix test`, `npm run build`."""
    program = program_of(command)
    words = [word for word in command.words[1:] if not word.startswith("-")]
    if program in _SCRIPT_RUNNERS and words[:1] == ["run"]:
        words = words[1:]
    verbs = CHECKS.get(program, _ANY)
    return program if verbs is _ANY or not words else f"{program} {words[0]}"


def target_of(command: ShellCommand) -> str:
    """Return what the runner was pointed at: its arguments without flags; "" means everything."""
    used = set(runner_of(command).split()) | {"run"}
    words = [word for word in command.words[1:] if not word.startswith("-") and word not in used]
    return " ".join(word.split("::", 1)[0] for word in words)
