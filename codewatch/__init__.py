"""codewatch: memory for coding assistants. Public names load on first use, so that a hook pays for none of them."""

__version__ = "0.1.0"

_HOMES = {
    "Category": "codewatch.categories",
    "CodewatchError": "codewatch.errors",
    "Message": "codewatch.messages",
    "Observation": "codewatch.observations",
    "Priority": "codewatch.categories",
    "Scope": "codewatch.categories",
    "Settings": "codewatch.config",
    "TranscriptSlice": "codewatch.slices",
}
__all__ = ["__version__", *sorted(_HOMES)]  # pyright: ignore[reportUnsupportedDunderAll]  (names resolve in __getattr__)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'codewatch' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
