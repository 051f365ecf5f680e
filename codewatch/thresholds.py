"""Pure decisions about sizes: how many tokens a text has, what may wait, what is due."""

TINY_SLICE_TOKENS = 50
MAX_BACKOFF_S = 600.0
DAILY_TOKENS = 2_000
LEAST_ROOM_TOKENS = 6_000


def count_tokens(text: str, *, chars_per_token: int = 4) -> int:
    """Return the estimate in tokens: characters over `chars_per_token`, rounded up (FEATURES F69)."""
    return -(-len(text) // chars_per_token)


def may_wait(new_tokens: int, *, waited_s: float, longest_wait_s: float) -> bool:
    """Return whether new text is too short to be observed alone and has not waited long enough yet (F31)."""
    return 0 < new_tokens < TINY_SLICE_TOKENS and waited_s < longest_wait_s


def is_due(pending_tokens: int, *, threshold: int, rejected_tokens: int = 0) -> bool:
    """Return whether a scope's unreflected tokens have reached the threshold (F36).

    `rejected_tokens` is what it held when that could not be compressed: then it must have grown by a quarter.
    """
    return pending_tokens >= max(threshold, rejected_tokens * 5 // 4)


def is_due_daily(pending_tokens: int, *, has_waited: bool, rejected_tokens: int = 0) -> bool:
    """Return whether a scope's unreflected tokens are worth the daily reflection (F140).

    That is from `DAILY_TOKENS` up, or whatever `has_waited` for days: only what a reflection tells can leave the active
    set. `rejected_tokens` is as in `is_due`.
    """
    if not is_due(pending_tokens, threshold=1, rejected_tokens=rejected_tokens):
        return False
    return pending_tokens >= DAILY_TOKENS or has_waited


def tokens_until(pending_tokens: int, *, threshold: int) -> int:
    """Return how many more tokens a scope takes until it is due."""
    return max(0, threshold - pending_tokens)


def rolls_on(earlier_tokens: int, new_tokens: int, *, threshold: int) -> bool:
    """Return whether an earlier reflection has room for what is new; else a new one begins beside it.

    It aims at no more than `reflection_target` of the threshold, as every reflection does, and never at less than
    `LEAST_ROOM_TOKENS`.
    """
    room = max(reflection_target(threshold, threshold=threshold), LEAST_ROOM_TOKENS)
    return earlier_tokens + reflection_target(new_tokens, threshold=new_tokens) <= room


def reflection_target(input_tokens: int, *, threshold: int) -> int:
    """Return the size in tokens that a reflection aims at: 60 % of the smaller of threshold and input (F52)."""
    return int(min(threshold, input_tokens) * 0.6)
