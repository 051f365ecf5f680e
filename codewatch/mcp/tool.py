"""One tool as a client sees it: a schema in few words, results as text and as data, errors in one plain line."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ValidationError

from codewatch import privacy
from codewatch.errors import CodewatchError

_MAX_SHOWN = 80


class Hints(NamedTuple):
    """What a client may expect of a tool; none of ours reaches beyond this machine."""

    is_read_only: bool = False
    is_destructive: bool = False
    is_idempotent: bool = False


class PlainTool(Tool):
    """A tool whose errors say in one line what was wrong, and repeat nothing that the gate would take out."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Run the tool; an argument that is null and need not be there counts as left out.

        Raises:
            ToolError: the arguments do not fit, or what was asked for cannot be done.
        """
        unknown = sorted(set(arguments) - set(self.parameters["properties"]))
        if unknown:
            known = ", ".join(self.parameters["properties"]) or "none"
            raise ToolError(_clean(f"unknown argument {', '.join(unknown)}; known are: {known}"))
        required = self.parameters.get("required", ())
        given = {name: value for name, value in arguments.items() if value is not None or name in required}
        for name, value in given.items():
            if _is_yes_or_no(value, self.parameters["properties"][name]):
                raise ToolError(f"{name}: input should be a number (got {str(value).lower()})")
        try:
            return await super().run(given, context, convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
                raise ToolError(_clean(_say_what_does_not_fit(cause))) from None
            if isinstance(cause, CodewatchError | ToolError):
                raise ToolError(_clean(str(cause))) from cause
            if isinstance(cause, OSError):
                raise ToolError(_clean(f"{cause.filename or self.name}: {cause.strerror or cause}")) from cause
            raise


def make_tool(function: Callable[..., Any], *, title: str, hints: Hints) -> Tool:
    """Return the tool that a function is; its docstring is the description, read by a model."""
    tool = PlainTool.from_function(
        function, title=title, description=" ".join((function.__doc__ or "").split()),
        annotations=ToolAnnotations(
            read_only_hint=hints.is_read_only, destructive_hint=hints.is_destructive,
            idempotent_hint=hints.is_idempotent, open_world_hint=False,
        ),
    )  # fmt: skip
    # A model reads names and descriptions; titles and defaults only cost it tokens.
    tool.parameters = {"properties": {}, **_shorten(tool.parameters, "title", "default")}
    if tool.fn_metadata.output_schema is not None:
        tool.fn_metadata.output_schema = _shorten(tool.fn_metadata.output_schema, "title")
    return tool


def answer(text: str, data: BaseModel) -> CallToolResult:
    """Return a tool's result as text for people and models, and as data for programs."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=data.model_dump(mode="json")
    )


def _is_yes_or_no(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value is true or false where a number, or a list of them, is wanted: Python takes it for 1."""
    if isinstance(value, list):
        return any(_is_yes_or_no(item, schema.get("items", {})) for item in cast("list[object]", value))
    return isinstance(value, bool) and schema.get("type") in ("integer", "number")


def _say_what_does_not_fit(error: ValidationError) -> str:
    return "; ".join(_say_fault(".".join(map(str, fault["loc"])), fault) for fault in error.errors()[:5])


def _say_fault(name: str, fault: Any) -> str:
    # Long texts are the caller's own; of what is short the model sees what it wrote.
    given = fault["input"]
    shown = f" (got {given!r})" if isinstance(given, str | int | float) and len(str(given)) <= _MAX_SHOWN else ""
    message = "is required" if fault["type"] == "missing" else f"{fault['msg'][:1].lower()}{fault['msg'][1:]}{shown}"
    return f"{name}: {message}"


def _clean(text: str) -> str:
    return privacy.clean(text).text


def _shorten(schema: dict[str, Any], *dropped: str) -> dict[str, Any]:
    """Return a JSON schema that says the same in fewer words: references filled in, the `dropped` keywords gone.

    Where defaults are dropped, "or null" goes too: what is null counts as left out.
    """
    definitions = cast("dict[str, Any]", schema.get("$defs", {}))

    def shorten(part: Any, *, is_schema: bool = True) -> Any:
        if isinstance(part, list):
            return [shorten(item) for item in cast("list[Any]", part)]
        if not isinstance(part, dict):
            return part
        fields = cast("dict[str, Any]", part)
        if not is_schema:  # the members of an object, by their names
            return {name: shorten(value) for name, value in fields.items()}
        if "$ref" in fields:
            definition = definitions[str(fields["$ref"]).rpartition("/")[2]]
            fields = {**_without(definition, "description"), **_without(fields, "$ref")}
        choices = [choice for choice in fields.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1 and "default" in dropped:
            return shorten({**choices[0], **_without(fields, "anyOf")})
        return {key: shorten(value, is_schema=key != "properties") for key, value in _without(fields, *dropped).items()}

    return shorten(_without(schema, "$defs"))


def _without(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in names}
