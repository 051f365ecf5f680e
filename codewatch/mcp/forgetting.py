"""The tool `forget`: one memory is deleted for good."""

from typing import Annotated

from mcp.types import CallToolResult
from pydantic import BaseModel, Field

from codewatch import proof as proving
from codewatch.categories import Scope
from codewatch.errors import NotFound
from codewatch.forget import forget as forget_memories
from codewatch.mcp.tool import answer
from codewatch.mcp.workplace import Call, here
from codewatch.store import observations
from codewatch.store.clock import utc_now
from codewatch.store.database import open_memory


class Forgotten(BaseModel):
    """What was deleted; `found_in` are files that still hold its text, None where no proof was asked for."""

    fact_id: int
    forgotten: bool
    found_in: list[str] | None


def forget(
    call: Call,
    fact_id: Annotated[int, Field(ge=1, le=2**63 - 1, description="The id that recall shows")],
    proof: Annotated[bool, Field(description="Search every file for what is left of it")] = False,
) -> Annotated[CallToolResult, Forgotten]:
    """Delete one memory for good, so that it is not learned again from the same words. Use it only when the user wants
    something forgotten.
    """
    place = here(call)
    with open_memory(place.settings.folder):
        memory = observations.get(fact_id)
        if memory.project != place.project and memory.scope is not Scope.GLOBAL:
            raise NotFound(f"there is no memory {fact_id} in this project")
        gone = forget_memories([fact_id], who="tool", now=utc_now())
    proven = proving.look(place.settings.folder, gone.told) if proof else None
    left = None if proven is None else proven.found_in
    text = f"memory {fact_id} is forgotten"
    if left is not None:
        text += f", but its text is still in {', '.join(left)}" if left else ", and no file holds its text"
    if proven is not None and proven.same:
        text += f"; the same words are in {', '.join(f'memory {row_id}' for row_id in proven.same)}"
    # The text itself is not repeated: an answer lands in the client's transcript.
    return answer(text, Forgotten(fact_id=fact_id, forgotten=True, found_in=left))
