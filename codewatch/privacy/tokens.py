"""Secrets that are known by their own format: vendors' published prefixes and lengths.

Each kind has hints: texts in lower case, one of which must be there for the pattern to match. Looking for them costs
next to nothing, and a pattern that begins with a fixed text is searched for at memory speed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from codewatch.privacy import pem, wrapped
from codewatch.privacy.found import Found


class Kind(NamedTuple):
    """A kind of secret: what it is called and its pattern; a group marks what names it and stays.

    `at_start` says that it counts at the start of a word only: its prefix ends ordinary words too ("task-").
    """

    name: str
    pattern: re.Pattern[str]
    at_start: bool


_WORD = "[A-Za-z0-9_-]"
_ALNUM = "[A-Za-z0-9]"
_HEX = "[0-9a-f]"

# name, hints, pattern, whether it counts at a word's start only. Hints are looked for in long words;
# with a star in all of the text; with an @ in all of a text that holds a URL.
_TABLE: tuple[tuple[str, str, str, bool], ...] = (
    ("age-key", "age-secret-key-1", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}", False),
    ("anthropic-key", "sk-ant-", rf"sk-ant-{_WORD}{{16,}}", False),
    ("openai-key", "sk-", (rf"sk-(?:proj-|svcacct-|admin-|or-v1-|lf-|None-)?"
     rf"(?:(?={_WORD}{{0,120}}\d){_WORD}{{20,}}|[A-Za-z]{{20,}}\b)"), True),
    ("groq-key", "gsk_", rf"gsk_{_ALNUM}{{20,}}", False),
    ("xai-key", "xai-", rf"xai-{_ALNUM}{{40,}}", True),
    ("perplexity-key", "pplx-", rf"pplx-{_ALNUM}{{30,}}", False),
    ("replicate-token", "r8_", rf"r8_{_ALNUM}{{30,}}", True),
    ("huggingface-token", "hf_ api_org_", rf"(?:hf|api_org)_{_ALNUM}{{30,}}", False),
    ("langsmith-key", "lsv2_", rf"lsv2_(?:pt|sk)_{_HEX}{{32}}_{_HEX}{{10}}", False),
    ("nvidia-key", "nvapi-", rf"nvapi-{_WORD}{{40,}}", False),
    ("google-key", "aiza", rf"AIza{_WORD}{{30,}}", False),
    ("google-oauth", "ya29. gocspx-", rf"(?:ya29\.{_WORD}{{20,}}(?:\.{_WORD}+)*|GOCSPX-{_WORD}{{20,}})", False),
    ("google-refresh-token", "*1//0", rf"1//0{_WORD}{{30,}}", True),
    ("aws-key", "akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b", True),
    ("azure-secret", "*q~", rf"{_ALNUM}{{3}}\dQ~[A-Za-z0-9_.~-]{{31,34}}", True),
    ("alibaba-key", "ltai", rf"LTAI{_ALNUM}{{16,}}", True),
    ("tencent-key", "akid", rf"AKID{_ALNUM}{{32}}", True),
    ("yandex-key", "aqvn ycaj", rf"(?:AQVN{_WORD}{{35,38}}|YCAJ{_WORD}{{20,}})", True),
    ("digitalocean-token", "_v1_", r"do[opr]_v1_[a-f0-9]{40,}", False),
    ("scaleway-key", "scw", rf"SCW{_ALNUM}{{17}}\b", True),
    ("heroku-key", "hrku-", rf"HRKU-{_WORD}{{30,}}", False),
    ("fly-token", "fo1_ *fm2_", r"(?:fo1_[A-Za-z0-9_-]{40,}|fm[12][ar]?_[A-Za-z0-9+/=_-]{40,})", False),
    ("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", rf"nf[pcobu]_{_ALNUM}{{32,}}", False),
    ("vercel-token", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_",
     rf"(?:vc[piark]|vercel_blob_rw)_{_WORD}{{24,}}", False),
    ("cloudflare-token", "v1.0-", rf"v1\.0-{_HEX}{{24}}-{_HEX}{{100,}}", False),
    ("supabase-key", "sbp_ sb_secret_", rf"(?:sbp_{_HEX}{{40}}|sb_secret_{_WORD}{{20,}})", False),
    ("planetscale-token", "pscale_", rf"pscale_(?:tkn|pw|oauth)_{_WORD}{{20,}}", False),
    ("databricks-token", "dapi", rf"dapi{_HEX}{{32}}(?:-\d)?", False),
    ("sonar-token", "squ_ sqp_ sqa_", rf"sq[upa]_{_HEX}{{40}}", False),
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
     rf"(?:gh[pousr]_{_ALNUM}{{30,}}|github_pat_[A-Za-z0-9_]{{40,}})", False),
    ("gitlab-token", "glpat- gl",
     rf"gl(?:pat|dt|rt|ptt|ft|oas|cbt|soat|imt|agent|ffct)-{_WORD}{{16,}}(?:\.{_WORD}+)*", False),
    ("bitbucket-token", "atbb atctt3", rf"(?:ATBB{_ALNUM}{{24,}}|ATCTT3[A-Za-z0-9=_-]{{50,}})", False),
    ("atlassian-token", "atatt3", r"ATATT3[A-Za-z0-9_=-]{50,}", False),
    ("slack-token", "xox xapp- xoxe.", (r"(?:xox[abceoprs]-(?:\d-)?[A-Za-z0-9-]{10,}|xoxe\.xox[bp]-\d-[A-Za-z0-9]{40,}"
     r"|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+)"), False),
    ("slack-webhook", "@hooks.slack.com",
     r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}",
     False),
    ("discord-webhook", "@/webhooks/",
     rf"https://(?:[\w-]+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/{_WORD}{{40,}}", False),
    ("discord-token", "discord.token", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}", True),
    ("teams-webhook", "@webhook.office.com", r"https://\w+\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{60,}", False),
    ("telegram-token", "*:aa", rf"\d{{8,10}}:AA{_WORD}{{32,35}}", True),
    ("stripe-key", "k_live_ k_test_ whsec_",
     rf"(?:(?:sk|rk|pk)_(?:live|test)_{_ALNUM}{{16,}}|whsec_[A-Za-z0-9+/=]{{24,}})",
     False),
    ("square-token", "sq0 eaaa", rf"(?:sq0(?:atp|csp|idp)-{_WORD}{{22,}}|EAAA{_WORD}{{55,}})", True),
    ("plaid-token", "access-", rf"access-(?:sandbox|development|production)-{_HEX}{{8}}-[0-9a-f-]{{27}}", False),
    ("shopify-token", "shp", rf"shp(?:at|ca|pa|ss)_{_HEX}{{32,}}", False),
    ("facebook-token", "eaac eaag eaab", rf"EAA[CGB]{_ALNUM}{{40,}}", True),
    ("twilio-key", "sk", rf"SK{_HEX}{{32}}\b", True),
    ("sendgrid-key", "sg.", rf"SG\.{_WORD}{{16,}}\.{_WORD}{{16,}}", True),
    ("mailgun-key", "key-", rf"key-{_HEX}{{32}}\b", True),
    ("mailchimp-key", "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9", rf"{_HEX}{{32}}-us\d{{1,2}}\b", True),
    ("sendinblue-key", "xkeysib- xsmtpsib-", rf"x(?:key|smtp)sib-{_HEX}{{64}}-{_ALNUM}{{16}}", False),
    ("mailersend-token", "mlsn.", rf"mlsn\.{_HEX}{{60,}}", False),
    ("resend-key", "re_", rf"re_{_ALNUM}{{6,10}}_{_ALNUM}{{20,}}", True),
    ("npm-token", "npm_", rf"npm_{_ALNUM}{{30,}}", False),
    ("pypi-token", "pypi-", rf"pypi-{_WORD}{{40,}}", False),
    ("rubygems-token", "rubygems_", rf"rubygems_{_HEX}{{48}}", False),
    ("crates-token", "cio", rf"cio{_ALNUM}{{32}}\b", True),
    ("nuget-key", "oy2", r"oy2[a-z0-9]{43}\b", True),
    ("docker-token", "dckr_", rf"dckr_(?:pat|oat)_{_WORD}{{24,}}", False),
    ("artifactory-token", "akc cmvmd", rf"(?:AKCp{_ALNUM}{{60,}}|cmVmd{_ALNUM}{{55,}})", True),
    ("clojars-token", "clojars_", r"CLOJARS_[a-z0-9]{50,}", False),
    ("vault-token", "hvs. hvb. hvr.", rf"hv[sbr]\.{_WORD}{{24,}}", True),
    ("terraform-token", ".atlasv1.", rf"{_ALNUM}{{14}}\.atlasv1\.{_WORD}{{60,}}", True),
    ("pulumi-token", "pul-", rf"pul-{_HEX}{{40}}", True),
    ("doppler-token", "dp.", rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_ALNUM}{{40,}}", True),
    ("onepassword-token", "ops_eyj", rf"ops_eyJ{_WORD}{{50,}}", False),
    ("tailscale-key", "tskey-", rf"tskey-[a-z]+-{_ALNUM}{{8,}}(?:-{_ALNUM}{{16,}})?", False),
    ("linear-key", "lin_", rf"lin_(?:api|oauth)_{_ALNUM}{{32,}}", False),
    ("notion-token", "ntn_ secret_", rf"(?:ntn_{_ALNUM}{{40,}}|secret_{_ALNUM}{{43}}\b)", True),
    ("figma-token", "figd_ figo_", rf"fig[do]_{_WORD}{{36,}}", False),
    ("airtable-token", "pat", rf"pat{_ALNUM}{{14}}\.{_HEX}{{64}}", True),
    ("hubspot-token", "pat-", rf"pat-(?:na|eu)\d-{_HEX}{{8}}-[0-9a-f-]{{27}}", True),
    ("contentful-token", "cfpat-", rf"CFPAT-{_WORD}{{40,}}", False),
    ("typeform-token", "tfp_", rf"tfp_{_WORD}{{40,}}", False),
    ("postman-key", "pmak-", rf"PMAK-{_HEX}{{24}}-{_HEX}{{34}}", False),
    ("readme-key", "rdme_", r"rdme_[a-z0-9]{60,}", False),
    ("newrelic-key", "nrak- nrii- nrjs- nral",
     rf"(?:NR(?:AK|II|JS|IQ|RA)-{_WORD}{{19,}}|{_HEX}{{36}}(?:FFFF)?NRAL)", False),
    ("sentry-token", "*sntrys_ *sntryu_", r"sntry[su]_[A-Za-z0-9+/=_-]{40,}", False),
    ("grafana-token", "glsa_ glc_ eyjrijoi", (rf"(?:glsa_{_ALNUM}{{32}}_[A-Fa-f0-9]{{8}}|glc_[A-Za-z0-9+/=]{{32,}}"
     r"|eyJrIjoi[A-Za-z0-9+/=]{40,})"), False),
    ("dynatrace-token", "dt0c01.", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}", False),
    ("buildkite-token", "bkua_ bkct_", r"bk(?:ua|ct|aj|pt)_[a-z0-9]{40}", False),
    ("circleci-token", "ccipat_ ccipr", rf"CCIP(?:AT|RJ)_{_ALNUM}{{10,}}_{_HEX}{{40}}", False),
    ("prefect-token", "pnu_", r"pnu_[a-z0-9]{36}", False),
    ("launchdarkly-key", "sdk-", rf"sdk-{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}",
     True),
    ("easypost-key", "ezak eztk", rf"EZ[AT]K{_ALNUM}{{54}}", True),
    ("dropbox-token", "sl.", rf"sl\.{_WORD}{{60,}}", True),
    ("duffel-key", "duffel_", rf"duffel_(?:test|live)_{_WORD}{{40,}}", False),
    ("flutterwave-key", "flwseck", r"FLWSECK(?:_TEST)?-[a-zA-Z0-9-]{12,}", False),
    ("elevenlabs-key", "sk_", rf"sk_{_HEX}{{48}}", True),
    ("fireworks-key", "fw_", rf"fw_{_ALNUM}{{22,26}}\b", True),
    ("pinecone-key", "pcsk_", rf"pcsk_{_ALNUM}{{5,8}}_{_ALNUM}{{40,}}", False),
    ("tavily-key", "tvly-", rf"tvly-(?:dev-|prod-)?{_WORD}{{24,}}", False),
    ("neon-key", "napi_", r"napi_[a-z0-9]{40,}", True),
    ("render-key", "rnd_", rf"rnd_{_ALNUM}{{24,}}", True),
    ("posthog-key", "phx_ phc_ phs_", rf"ph[xcs]_{_ALNUM}{{36,}}", True),
    ("azure-devops-token", "azdo", rf"{_ALNUM}{{76}}AZDO{_ALNUM}{{4}}\b", True),
    ("firebase-key", "*:apa91b", rf"{_WORD}{{7,20}}:APA91b{_WORD}{{100,}}", True),
    ("twitter-token", "aaaaaaaaaaaaaaaa", rf"A{{16,}}{_ALNUM}{{10,}}(?:%[0-9A-F]{{2}}{_ALNUM}{{1,80}}){{1,6}}", True),
    ("onepassword-key", "a3-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{6}-[A-Z0-9]{5}|[A-Z0-9]{11})(?:-[A-Z0-9]{5}){3}\b", True),
    ("lob-key", "live_ test_", rf"(?:live|test)_(?:pub_)?{_HEX}{{30,35}}\b", True),
    ("braintree-token", "*access_token$",
     rf"access_token\$(?:production|sandbox)\$[a-z0-9]{{16}}\${_HEX}{{32}}", False),
    ("mapbox-token", "sk.eyj pk.eyj tk.eyj", rf"[spt]k\.eyJ{_WORD}{{40,}}\.{_WORD}{{20,}}", True),
    ("bedrock-key", "*absk bedrock-api-key-",
     r"(?:ABSK[A-Za-z0-9+/]{80,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=_-]{60,})", True),
    ("vault-token", "s.", (
        rf"s\.(?=[A-Za-z0-9]{{0,23}}\d)(?=[A-Za-z0-9]{{0,23}}[A-Z])(?=[A-Za-z0-9]{{0,23}}[a-z]){_ALNUM}{{24}}\b"
        rf"(?!\.\w)"
    ), True),
    ("oauth-code", "@code=4/0 @code=4%2f0", rf"((?:[?&])code=)4(?:/|%2F)0{_WORD}{{40,}}", False),
    ("langfuse-key", "-lf-", rf"[sp]k-lf-{_HEX}{{8}}-[0-9a-f-]{{27}}", True),
    ("jina-key", "jina_", rf"jina_{_ALNUM}{{48,}}", True),
    ("e2b-key", "e2b_", rf"e2b_{_HEX}{{40}}", True),
    ("cerebras-key", "csk-", r"csk-[a-z0-9]{44,}", True),
    ("firecrawl-key", "fc-", rf"fc-{_HEX}{{32}}\b", True),
    ("paddle-key", "pdl_", rf"pdl_(?:live|sdbx)_apikey_{_ALNUM}{{20,}}_{_ALNUM}{{10,}}(?:_{_ALNUM}{{3}})?", True),
    ("aws-secret", "akia asia",
     (
         r"((?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])[\s\S]{1,100}?(?<![A-Za-z0-9+/=_-]))(?=[A-Za-z0-9+/]{0,39}[a-z])"
         r"(?=[A-Za-z0-9+/]{0,39}[A-Z])(?=[A-Za-z0-9+/]{0,39}\d)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])"
     ),
     False),
    ("razorpay-key", "rzp_", rf"rzp_(?:live|test)_{_ALNUM}{{14,}}", False),
    ("wallet-key", "*wallet *privatekey",
     r"((?i:wallet|privatekey)\w{0,30}\(\s{0,3}[\"'`]?)(?:0x)?[0-9a-fA-F]{64}(?![0-9a-fA-F])", False),
    ("password-hash", "*$2 *$6$",
     (r"\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}"
      r"|\$6\$(?:rounds=\d+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{40,86}"), False),
    ("jwt", "eyj", rf"\beyJ{_WORD}{{8,}}\.eyJ{_WORD}{{8,}}\.{_WORD}{{8,}}", False),
    ("sas-signature", "@sig= @x-amz-signature= @x-goog-signature=",
     r"((?:[?&;]|%26)(?:sig|X-Amz-Signature|X-Goog-Signature)=)[A-Za-z0-9%+/=]{20,}",
     False),
)  # fmt: skip

NAMES = (pem.KIND, *dict.fromkeys(name for name, *_ in _TABLE))
KINDS = tuple(Kind(name, re.compile(pattern), at_start) for name, _, pattern, at_start in _TABLE)


def _hints(mark: str) -> tuple[tuple[bytes, int], ...]:
    return tuple(
        (hint.lstrip("*@").encode(), number)
        for number, (_, hints, *_) in enumerate(_TABLE)
        for hint in hints.split()
        if hint[0] == mark or (not mark and hint[0] not in "*@")
    )


# For one loop each: a hint and the number of its kind.
HINTS, HINTS_ANYWHERE, HINTS_IN_URLS = _hints(""), _hints("*"), _hints("@")
# What tells of a token in a word without a digit too; the other hints are too short for that.
_OF_LETTERS = tuple(
    one
    for one in HINTS
    if one[0] in (b"sk-", b"hf_", b"glpat-", b"xox", b"akia", b"asia", b"aiza")
    or (
        len(one[0]) > 3
        and one[0].endswith((b"_", b"-", b"."))
        and _HEX not in _TABLE[one[1]][2]
        # A name in code may go on after these: `vcr_cassette_directory_of`.
        and not one[0].startswith(b"vc")
    )
)
_UNNUMBERED = b"abcdefghijklmnopqrstuvwxyz_.-"
_LETTER, _GAP = b"a", b" "
_CLASSES = bytes(
    ord(_LETTER if chr(byte) in "abcdefghijklmnopqrstuvwxyz0123456789_.-" else _GAP) for byte in range(256)
)
_LONG = _LETTER * 20


# Two more rules, each with a number behind those of the kinds.
_PEM, _WRAPPED = len(KINDS), len(KINDS) + 1
# A kind of which no part is fixed; it is looked for in the long words, which are few.
_DISCORD_WORD = re.compile(rb"[mno][a-z0-9_-]{23,27}\.[a-z0-9_-]{6}\.[a-z0-9_-]{27}")
_DISCORD = next(number for number, kind in enumerate(KINDS) if kind.name == "discord-token")
# What may stand before a token that counts at the start of a word only, though it ends in a letter: an escape, a code.
_BOUNDARY = re.compile(
    r"(?:\\(?:[nrtbfv0]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m|/bot|[A-Z]{2,40}_|"
    r"(?:\A|\n)[+-])\Z"
)
# The rest of a token that a terminal or an editor broke: a line of nothing but its letters, with a digit among them.
_NEXT_LINE = re.compile(
    r"(?:\\\r?\n[ \t]{0,8}[\w+/=.-]{3,200}|\\?\r?\n[ \t]{0,8}(?=[A-Za-z_+/=.-]{0,200}\d)"
    r"(?:[A-Za-z0-9_+/=.-]{6,200}(?=[\"'`,;)]{0,3}\s*(?:\n|\Z))"
    r"|(?=[\w+/=-]{0,60}(?:[a-z][A-Z0-9]|\d[A-Z]))[\w+/=-]{10,200}(?=[\s\"'`,;)]|\Z)))"
)
_JOINED = re.compile(
    r"[\"'](?:[ \t]{0,3}[+.]?[ \t]{0,3}\\?(?:\r?\n)[ \t+.]{0,20}|[ \t]{0,2}[+.][ \t]{0,2})[\"']"
    r"([A-Za-z0-9_+/=.-]{3,200})(?=[\"'])"
)
_REPEATED = re.compile(r"(.)\1{11}")


# Letters in them that end before a sign or a digit, and begin after one, are words of their own.
_PARTS_OF = {hint: frozenset(re.findall(rb"(?<=[^a-z])[a-z]+(?=[^a-z])", hint)) for hint, _ in HINTS_ANYWHERE}
WORDS = frozenset(word for words in _PARTS_OF.values() for word in words)


def hints_in(
    folded: bytes, cut: Iterable[bytes] = (), words_there: Iterable[bytes] = ()
) -> tuple[tuple[bytes, int], ...]:
    """Return the hints that occur in a text, which is given as bytes in lower case, with the numbers of their kinds.

    `cut` are those that `wrapped` needs; `words_there` are those of `WORDS` that stand in the text.
    """
    there = WORDS.intersection(words_there)
    near: list[tuple[bytes, int]] = []
    lettered: list[bytes] = []
    numbered: list[bytes] = []
    for word in _long_words(folded):
        if not word.lstrip(_UNNUMBERED):
            lettered.append(word)
        # What is a hash or a UUID from end to end is no token; logs are full of them.
        elif word.strip(b"0123456789abcdef-"):
            numbered.append(word)
    if words := b"\n".join(lettered):
        near += [one for one in _OF_LETTERS if one[0] in words]
    if words := b"\n".join(numbered):
        near += [one for one in HINTS if one[0] in words]
    if b"." in words and _DISCORD_WORD.search(words):
        near.append((b".", _DISCORD))
    near += [one for one in HINTS_ANYWHERE if _PARTS_OF[one[0]] <= there and one[0] in folded]
    if b"----" in folded or b"private-lines:" in folded:
        near += [(hint, _PEM) for hint in pem.HINTS if hint in folded]
    near += [(hint, _WRAPPED) for hint in cut]
    if b"://" in folded:
        near += [one for one in HINTS_IN_URLS if one[0] in folded]
    return tuple(near)


def find(text: str, near: Sequence[tuple[bytes, int]]) -> Iterator[Found]:
    """Yield the tokens of `text`, in which the hints `near` occur."""
    for number in sorted({number for _, number in near}):
        if number == _PEM:
            yield from pem.find(text)
        elif number == _WRAPPED:
            beginnings = [hint for hint, rule in near if rule == _WRAPPED]
            yield from wrapped.find(text, beginnings, [(kind.name, kind.pattern) for kind in KINDS])
        else:
            yield from _of_kind(KINDS[number], text)


def _of_kind(kind: Kind, text: str) -> Iterator[Found]:
    for match in kind.pattern.finditer(text):
        first = match.start()
        before = text[first - 1] if first else ""
        if (
            kind.at_start
            and (before.isalnum() or before in ("_", "-"))
            and not _BOUNDARY.search(text, max(0, first - 44), first)
        ):
            continue
        if _REPEATED.search(match[0]) and kind.name != "twitter-token":
            continue
        end = match.end()
        rest = _NEXT_LINE.match(text, end) or _JOINED.match(text, end)
        start = match.end(1) if kind.pattern.groups else first
        yield Found(start, rest.end() if rest else end, kind.name)


def _long_words(folded: bytes) -> Iterator[bytes]:
    # Five times as fast as a regular expression for them.
    classes = folded.translate(_CLASSES)
    start = classes.find(_LONG)
    while start >= 0:
        end = classes.find(_GAP, start)
        yield folded[start : end if end >= 0 else None]
        start = classes.find(_LONG, end) if end >= 0 else -1
