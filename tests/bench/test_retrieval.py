"""The bench of recall on a made data set of a few rows: every table is there, and its figures are right."""

import gzip
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("retrieval") / "run.py"
FACTS = ("the harbour chart is drawn in metres", "tides come from the lunar feed", "berths are booked by the quarter")


def load(name):
    spec = importlib.util.spec_from_file_location(name, PROGRAM.with_name(f"{name}.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))


def write_repository(folder, name, facts):
    documents = [
        {"id": str(n), "text": fact, "files": [f"src/part_{n}.py"], "t": 1_700_000_000 + n}
        for n, fact in enumerate(facts)
    ]
    questions = [
        {"qid": "c0", "kind": "changelog", "q": facts[0], "rel": [0]},
        {"qid": "p0", "kind": "prompt", "q": f"{facts[1]} in src/part_1.py", "rel": [1]},
        {"qid": "t0", "kind": "task", "q": facts[2], "rel": [1], "exclude": [2]},
    ]
    write(folder / "coding" / f"{name}.docs.jsonl.gz", documents)
    write(folder / "coding" / f"{name}.queries.jsonl.gz", questions)


@pytest.fixture
def data(tmp_path):
    """A folder of data sets as the bench reads them."""
    folder = tmp_path / "data" / "retrieval"
    write_repository(folder, "sea+harbour", FACTS)
    write_repository(
        folder, "sea+bakery", ("rye dough rests overnight", "ovens preheat slowly", "flour arrives on mondays")
    )
    write(
        folder / "ident-dev.queries.jsonl.gz",
        [{"repo": "sea/harbour", "kind": "basename", "q": "part_2.py", "rel": [2]}],
    )
    turn = {"conv": "1", "date": "1:56 pm on 8 May, 2023", "text": "Ann: my kayak is green"}
    write(folder / "locomo-dev.docs.jsonl.gz", [turn])
    write(folder / "locomo-dev.queries.jsonl.gz", [{"conv": "1", "q": "colour of the kayak?", "kind": "x", "rel": [0]}])
    write(folder / "cjk.docs.jsonl.gz", [{"text": "缓存有效期是十分钟", "files": []}])
    write(folder / "cjk-dev.queries.jsonl.gz", [{"q": "缓存多久过期？", "kind": "zh", "rel": [0]}])
    (tmp_path / "chatter.txt").write_text("go on\nthanks\n")
    return folder


def test_the_command_prints_every_table_and_exits_by_the_targets(data):
    command = [sys.executable, PROGRAM, data, "--chatter", data.parents[1] / "chatter.txt", "--first-day"]

    finished = subprocess.run(command, capture_output=True, text=True, check=False)

    lines = [" ".join(line.split()) for line in finished.stdout.splitlines()]
    assert (finished.returncode, finished.stderr) == (1, "")
    assert "changelog (2 questions) R@5 R@10 MRR nDCG@10" in lines
    assert lines.count("codewatch 1.000 1.000 1.000 1.000") == 5, finished.stdout
    assert "chatter 2 0.000 0.000 0.00 0.00 0" in lines
    assert "task nDCG@10 0.000 >= 0.24 MISSED" in lines
    assert any(line.startswith("100 ") for line in lines)


def test_figures_are_those_of_the_definitions():
    measures = load("measures")

    figures = measures.judge([7, 3, 9, 4, 5, 1], frozenset({3, 1}))

    assert figures == pytest.approx((0.5, 1.0, 0.5, (0.6309 + 0.3562) / 1.6309), abs=1e-4)


def test_repositories_count_alike_however_many_questions_they_have():
    measures = load("measures")
    none, full = measures.Figures(0, 0, 0, 0), measures.Figures(1, 1, 1, 1)
    asked = [measures.Asked("x", "one", full), measures.Asked("x", "one", full), measures.Asked("x", "two", none)]

    assert measures.over_corpora(asked) == (0.5, 0.5, 0.5, 0.5)


def test_a_steady_difference_is_beyond_doubt_and_none_is_not():
    measures = load("measures")

    steady = measures.difference([0.6, 0.7] * 50, [0.5, 0.5] * 50)

    assert steady.mean == pytest.approx(0.15)
    assert steady.low > 0.13
    assert steady.chance == 0
    assert measures.difference([0.5] * 9, [0.5] * 9).chance == 1


def test_weights_are_learned_from_what_tells_right_from_wrong():
    logistic = load("logistic")
    rows = [[n % 2, n % 3] for n in range(60)]
    answers = [n % 2 == 1 if n % 10 else n % 2 == 0 for n in range(60)]

    bias, factors = logistic.fit(rows, answers)

    assert bias < 0
    assert factors[0] > 1
    assert abs(factors[1]) < 0.5
