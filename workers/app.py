"""The Huey application: our storage, our serializer, the registered tasks."""

import os

from codewatch import paths, queue
from codewatch.agents.rules.rules_observer import RulesObserver
from codewatch.config import Settings

from .leases import LeaseHuey
from .serializer import JsonSerializer
from .tasks import Duty, register


def make_huey(folder: str) -> LeaseHuey:
    """Return the queue of the data directory `folder`, with no tasks registered yet."""
    path = os.path.join(folder, paths.QUEUE_FILE)
    os.close(paths.open_private(path, os.O_RDWR))
    return LeaseHuey(queue.QUEUE, filename=path, serializer=JsonSerializer(), results=False, timeout=10, cache_mb=2)


def make_app(folder: str, settings: Settings) -> tuple[LeaseHuey, Duty]:
    """Return the queue with the tasks that it may hold, and what they share."""
    huey = make_huey(folder)
    duty = Duty(settings=settings, observer=RulesObserver(), queue_path=os.path.join(folder, paths.QUEUE_FILE))
    register(huey, duty)
    return huey, duty
