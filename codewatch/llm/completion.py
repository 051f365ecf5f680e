"""One call of one model through litellm: a question becomes a reply, or a failure that says of what kind.

The only import of litellm, done with the first call: it takes seconds and 200 MB.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from codewatch.errors import ModelOutputError
from codewatch.llm import facts
from codewatch.llm.failures import Failure, Kind, classify
from codewatch.llm.providers import Provider
from codewatch.llm.question import Question

# Without these it reads the current folder's `.env`, and fetches its price list from the internet.
_QUIET = {"LITELLM_MODE": "PRODUCTION", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
_loading = threading.Lock()
# What a model has said it does not know, so that it is told once only (provider and model: names of parameters).
_unknown: dict[tuple[str, str], set[str]] = {}
_are_bounded = False
_MOST_CHANGES = 3
_LEAST_KEY_CHARS = 8
# Nothing was sent: nobody is there, the name is not known, or the certificate is not trusted.
_NEVER_SENT = frozenset(
    "ConnectError ConnectTimeout ConnectionRefusedError ClientConnectorError ClientConnectorDNSError gaierror"
    " ClientConnectorCertificateError ClientConnectorSSLError SSLCertVerificationError UnsupportedProtocol"
    " InvalidURL".split()
)


class Reply(NamedTuple):
    """What came back: the text, whether it was cut off at the bound, what it took, and what that cost in dollars.

    `is_refused` says that a filter of the provider's kept the answer back; `cost_usd` is 0 where no price is known.
    """

    text: str
    is_cut: bool
    is_refused: bool
    input_tokens: int
    output_tokens: int
    cost_usd: float


def load(variables: Mapping[str, str] | None = None) -> Any:
    """Return litellm, imported and silent; `variables` are put into the environment before."""
    with _loading:
        os.environ.update({**_QUIET, **(variables or {})})
        import litellm  # noqa: PLC0415

        litellm.suppress_debug_info = True
        logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)  # what it would say, our own line says
        litellm.drop_params = True
        _bound_replies()
        return litellm


def _bound_replies() -> None:
    """Have every reply read up to a bound only; both ways that litellm takes go through this transport."""
    global _are_bounded  # noqa: PLW0603  (a library is changed once in a process)
    if _are_bounded:
        return
    from litellm.llms.custom_httpx.aiohttp_transport import LiteLLMAiohttpTransport  # noqa: PLC0415

    from codewatch.llm.bounded import bounded  # noqa: PLC0415

    transport: Any = LiteLLMAiohttpTransport
    transport.handle_async_request = bounded(transport.handle_async_request)
    _are_bounded = True


async def complete(provider: Provider, question: Question, *, timeout_s: float) -> Reply:
    """Ask `provider` once and return its reply; a parameter that it does not know is left out and it is asked again.

    A request that a filter of the provider's rejects is a reply too: a refusal.

    Raises:
        Failure: there is no reply, by kind; `timeout_s` bounds the whole call.
        ModelOutputError: it is longer than any answer, and was not read to its end.
    """
    try:
        return await asyncio.wait_for(_with_known_parameters(provider, question, timeout_s), timeout_s)
    except TimeoutError as error:
        what = f"{provider.name} did not answer within {timeout_s:g} s"
        raise Failure(Kind.NETWORK, what, may_be_billed=True) from error


async def _with_known_parameters(provider: Provider, question: Question, timeout_s: float) -> Reply:
    unknown = _unknown.setdefault((provider.name, provider.model), set())
    for _ in range(_MOST_CHANGES):
        try:
            return await _call(provider, question, timeout_s, frozenset(unknown))
        except Failure as failure:
            if failure.kind is Kind.REFUSAL:
                return Reply("", is_cut=False, is_refused=True, input_tokens=0, output_tokens=0, cost_usd=0.0)
            if not failure.parameter or failure.parameter in unknown:
                raise
            unknown.add(failure.parameter)
    return await _call(provider, question, timeout_s, frozenset(unknown))


async def _call(provider: Provider, question: Question, timeout_s: float, unknown: frozenset[str]) -> Reply:
    litellm = load()
    try:
        response = await litellm.acompletion(**_arguments(litellm, provider, question, timeout_s, unknown))
    except Exception as error:
        from codewatch.llm.bounded import is_too_long  # noqa: PLC0415

        if too_long := is_too_long(error):
            raise ModelOutputError(str(too_long), reply=too_long.head) from error
        # litellm maps what it knows, and lets through what its parsing of a reply stumbles over.
        raise _failure(error, provider) from error
    try:
        return _reply(provider, response)
    except (IndexError, AttributeError, TypeError, ValueError) as error:
        what = f"an answer that is none ({type(error).__name__})"
        raise Failure(Kind.NETWORK, what, may_be_billed=True) from error


def _arguments(
    litellm: Any, provider: Provider, question: Question, timeout_s: float, unknown: frozenset[str]
) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "model": litellm_name(provider),
        "messages": [
            {"role": "system", "content": question.instructions}, {"role": "user", "content": question.text},
        ],
        "timeout": timeout_s, "max_retries": 0, "num_retries": 0, "drop_params": True,
        # Named always: else its own variable would be looked for.
        "api_key": provider.key or "none",
    }  # fmt: skip
    if provider.base_url:
        arguments["api_base"] = provider.base_url
    if "vertex" in provider.name:
        arguments |= {"vertex_project": provider.project, "vertex_location": provider.region}
    if "bedrock" in provider.name and provider.region:
        arguments["aws_region_name"] = provider.region
    if provider.name in ("vertex", "anthropic-vertex", "bedrock", "anthropic-bedrock") and not provider.key:
        del arguments["api_key"]
    if "temperature" not in unknown:
        arguments["temperature"] = question.temperature
    bound = "max_completion_tokens" if "max_tokens" in unknown else "max_tokens"
    if bound not in unknown:
        arguments[bound] = question.max_output_tokens
    if provider.prefix == "ollama_chat" and provider.route == "litellm":
        # It cuts what is longer without a word; always the same, since another one makes it load the model anew.
        arguments["num_ctx"] = facts.context_tokens(provider)
    shape = _shape(litellm, provider, question, unknown)
    if shape is not None:
        arguments["response_format"] = shape
    return arguments


def _shape(litellm: Any, provider: Provider, question: Question, unknown: frozenset[str]) -> Any:
    """Return how the reply's form is asked for: by schema, as any JSON object, or in the prompt's words alone."""
    if unknown & {"response_format", "tool_choice"}:
        return None
    has_schema = provider.route == "litellm" or provider.name == "openai"
    if has_schema and "json_schema" not in unknown and litellm.supports_response_schema(litellm_name(provider)):
        return question.shape
    return {"type": "json_object"} if provider.route == "openai" else None


def litellm_name(provider: Provider) -> str:
    """Return a provider's model as litellm names it."""
    return f"{'openai' if provider.route == 'openai' else provider.prefix}/{provider.model}"


def _failure(error: Exception, provider: Provider) -> Failure:
    if isinstance(error, asyncio.CancelledError | Failure):
        raise error
    response = getattr(error, "response", None)
    headers = {str(name).lower(): str(value) for name, value in dict(getattr(response, "headers", None) or {}).items()}
    for name, value in dict(getattr(error, "litellm_response_headers", None) or {}).items():
        headers.setdefault(str(name).lower().removeprefix("llm_provider-"), str(value))
    body = getattr(response, "text", "") or str(error)
    if len(provider.key) >= _LEAST_KEY_CHARS:
        body = body.replace(provider.key, "[key]")  # some say which one they do not like
    status = getattr(error, "status_code", None)
    is_unreachable = type(error).__name__ in ("APIConnectionError", "Timeout")
    failure = classify(None if is_unreachable or status is None else int(status), headers, body, now=time.time())
    failure.may_be_billed = failure.may_be_billed and not _was_never_sent(error)
    return failure


def _was_never_sent(error: BaseException) -> bool:
    """Return whether an error, or what it came from, says that no connection was made."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        if type(found).__name__ in _NEVER_SENT:
            return True
        seen.add(id(found))
        found = found.__cause__ or found.__context__
    return False


def _reply(provider: Provider, response: Any) -> Reply:
    choice = response.choices[0]
    text = choice.message.content or _from_tool_call(choice.message)
    is_refused = choice.finish_reason in ("content_filter", "refusal") or (not text and _has_refusal(choice.message))
    usage = getattr(response, "usage", None)
    tokens_in, tokens_out = (
        int(getattr(usage, "prompt_tokens", 0) or 0),
        int(getattr(usage, "completion_tokens", 0) or 0),
    )
    return Reply(
        text, choice.finish_reason == "length", is_refused, tokens_in, tokens_out,
        facts.cost(provider, tokens_in, tokens_out),
    )  # fmt: skip


def _has_refusal(message: Any) -> bool:
    """Return whether the model refused in the field that a schema leaves for it; where it is depends on litellm."""
    fields = dict(getattr(message, "provider_specific_fields", None) or {})
    return bool(getattr(message, "refusal", None) or fields.get("refusal"))


def _from_tool_call(message: Any) -> str:
    calls = getattr(message, "tool_calls", None) or []
    return str(calls[0].function.arguments) if calls else ""
