"""Keeps what was answered for a job that comes again: what is paid is not asked for twice."""

import hashlib
import re
import threading
from collections import OrderedDict

from codewatch.llm.question import Answer, Asker, Question

MOST_KEPT = 500
# The mark around a text is another one each time.
_FENCE = re.compile(r"\A<\w+ ([0-9a-f]{8,64})>")


class Answers:
    """The answers that no commit holds yet, in this process only; the oldest go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> Answer | None:
        """Return what was answered under a name."""
        with self._lock:
            return self._kept.get(name)

    def put(self, name: str, answer: Answer) -> None:
        """Keep an answer."""
        with self._lock:
            self._kept[name] = answer
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def drop(self, names: set[str]) -> None:
        """Forget what was answered under these names."""
        with self._lock:
            for name in names:
                self._kept.pop(name, None)


class KeepingAsker:
    """Asks what the same job was not answered before; `forget` says that the answers are put to use.

    `job` names the job over its tries: two that say the same are asked about both.
    """

    def __init__(self, asker: Asker, answers: Answers, *, job: str) -> None:
        self._asker, self._answers, self._job = asker, answers, job
        self._used: set[str] = set()

    def ask(self, question: Question) -> Answer:
        """Return the answer that is kept, or ask for one; it raises what the one who is asked raises."""
        name = f"{self._job}\0{_name(question)}"
        self._used.add(name)
        answer = self._answers.get(name)
        if answer is None:
            answer = self._asker.ask(question)
            self._answers.put(name, answer)
        return answer

    def forget(self) -> None:
        """Drop the answers that this one gave."""
        self._answers.drop(self._used)
        self._used.clear()


def _name(question: Question) -> str:
    """Return the same for the same question, whatever the random mark in it is."""
    fence = _FENCE.match(question.text)
    parts = (question.purpose, question.instructions, question.text)
    text = "\0".join(part.replace(fence[1], "") if fence else part for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
