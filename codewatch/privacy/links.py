"""What may stand between a telling name and its value: a sign, a type, a comma, the words of a pair, a tag."""

import re

# A line break as it is, or written as an escape, and what diffs, listings and quotations put at a line's start.
_START = (
    r"(?:[>+#*-]{1,2}[ \t]?|//[ \t]?|[ \t]{0,8}\d{1,6}(?:\t|\\t|→|:)[ \t]?|[\w./-]{1,60}:\d{1,6}:|-[ \t])?[ \t]{0,40}"
)
BREAK = rf"(?:(?:\\?\r?\n|(?:\\{{1,4}}r)?\\{{1,4}}n){_START})"
_SPACE = rf"(?:{BREAK}|[ \t]){{0,12}}+"
_QUOTE = r"""\\{0,3}["'`]"""
# What closes a name: quotes, brackets, the marks of Markdown and HTML.
_CLOSE = (
    rf"""(?P<close>(?:{_QUOTE}|&quot;|&\#39;|%22|\*\*|__|</b>|</strong>)?(?:\[\d{{0,6}}\])?\]?\)?"""
    r"""(?:\}(?=[ \t]{0,3}=))?(?:\*\*|__)?)"""
)
# A type only where a space or a quote says so: base64 ends in the same sign.
_TYPE = (
    r"(?::[ \t]{0,2}(?:&[ \t]?(?:\\{0,2}'\w{1,10}[ \t])?(?:mut[ \t])?)?[\w\[\]. |<>?]{1,40}?"
    r"(?:[ \t]{1,2}(?==(?!=))|(?==[ \t]?[bBrRuUfF@$]?\\{0,7}[\"'`]))"
    r"|[ \t]{1,4}\*?(?:\[\]byte|string|str|String|text|varchar|char|auto)[ \t]{0,2}(?==(?!=)))"
)
_SIGN = r"(?::=|=>|->|→|<-|<<<|\|\|=|\?\?=|[?+!]?={1,3}|:(?!:)(?:\*\*|__)?|：|＝|%3[DdAa]|\\{1,3}u003[dD])"
_FIELD = r"(?:\w{0,12}[vV]alue|val|default|secret|data|content|text|password|string)"
# Where a value may begin: after a wrapper, an opening bracket, the letter or the tag that says what literal it is.
_OPEN = (
    rf"(?:string\(\d{{1,4}}\)[ ])?(?:&\w{{1,40}}[ \t]{{1,3}}(?=[^\s&|]))?"
    rf"(?:(?:&|(?:[\w.:]{{0,30}}(?:String::from|SecretStr|Secret|SecretString|from|of|str|bytes|encode"
    rf"|b64decode|atob|parse|Some|Ok|Sensitive|stringify|\[\]byte|Field)|new[ ][\w.]{{1,30}})\("
    rf"|[\w.:]{{0,30}}(?:env_or|getenv|env|get|fetch|config|setdefault)\({_QUOTE}[\w.:-]{{1,60}}{_QUOTE},[ \t]{{0,2}})?"
    rf"(?:[(\[{{]{{1,2}}(?:{BREAK}|[ \t]){{0,3}})?(?:(?:value|default)[ \t]{{0,2}}[=:][ \t]{{0,2}})?"
    rf"(?:!!?\w{{0,12}}[ \t]+)?"
    rf"(?:\w[\w.]{{0,40}}(?:\([^()\n]{{0,60}}\))?[ \t]{{1,2}}(?:or|\|\||\?\?|\?:)[ \t]{{1,2}})?"
    rf"(?:[bBrRuULfF@$N]{{1,2}}(?=\\{{0,7}}[\"'`]))?)"
)
# Fields between a name and its value: of an object on one line, and of YAML on lines of their own.
# Atomic, because a line may begin in many ways.
_FIELDS = (
    rf"(?:(?>{_QUOTE}(?!{_FIELD}{_QUOTE})\w{{1,20}}{_QUOTE}\s{{0,2}}:\s{{0,2}}[^,{{}}\n]{{1,40}},{_SPACE})){{0,4}}+"
)
_LINES = rf"(?:(?>{BREAK}{_QUOTE}?(?![vV]alue)\w{{1,20}}{_QUOTE}?:[ \t][^\n\\:]{{1,60}})){{0,3}}+"
_FILL = (
    r"(?:fill|type|typeText|send_keys|sendKeys|setValue|set_value|press_sequentially|pressSequentially|addValue"
    r"|clear_and_type|replaceText|enterText|input_text)"
)
LINK = re.compile(
    rf"""{_CLOSE}(?:
      (?P<nested>[ \t]{{0,3}}(?::|=>?)[ \t]{{0,3}}\{{(?:[^{{}}]{{0,200}}?[\s,{{])??{_QUOTE}(?i:value|default)
         {_QUOTE}\s{{0,3}}:\s{{0,3}}(?=\\{{0,7}}["']))
    | (?P<property>[ \t]{{0,3}}\{{[ \t]{{0,2}}get;[^{{}}\n]{{0,60}}\}}[ \t]{{0,3}}=[ \t]{{0,3}}@?(?=\\{{0,7}}["']))
    | (?P<part>(?:;[^\n\\]{{0,80}})?(?:{BREAK}[cC]ontent-[^\n\\]{{1,80}}){{0,3}}{BREAK}{{2}}(?=[^\s-]))
    | (?P<fill>(?:[\])]|\\{{0,7}}["']){{0,4}}(?:\.\w{{1,20}}\([^()\n]{{0,40}}\)){{0,3}}\.{_FILL}\([ \t]{{0,2}}
         (?=\\{{0,7}}["'`]))
    | (?P<assign>(?:[ \t\xa0]|\\t){{0,20}}(?:{_TYPE})?{_SIGN}
         (?:[ \t\xa0]{{0,3}}\\?\r?\n(?=[ \t"'`(>+-]){_START}(?:-[ \t])?
          |\\{{1,4}}n{_START}(?:-[ \t])?(?=\\{{0,3}}["'])
          |(?:[ \t\xa0]|\\t){{0,20}})
         (?:[|>][+-]?\d?[ \t]?{BREAK})?
         (?:{BREAK}-[ \t])?
         {_OPEN})
    | (?P<tag>(?:[ \t][^<>\n]{{0,80}})?>(?=[^<>\s]{{1,4000}}</))
    | (?P<pair>{_SPACE},{_SPACE}{_FIELDS}
         {_QUOTE}?{_FIELD}{_QUOTE}?[ \t]{{0,3}}(?:[:=]|=>)[ \t]{{0,3}}
         |,?{_LINES}{BREAK}{_QUOTE}?[vV]alue{_QUOTE}?[ \t]{{0,3}}[:=][ \t]{{0,3}}
         |\s[^<>\n]{{0,60}}?\b(?:value|content|default)[ \t]?=[ \t]?(?=\\{{0,3}}["'])
         |[ \t]{{0,4}}\{{(?:[^{{}}]{{0,200}}?[\s{{])??default[ \t]{{0,8}}=[ \t]{{0,4}}(?=\\{{0,3}}["'])
         |</(?:key|name|td|th|dt|string|label|b|strong)>{_SPACE}<(?:string|value|td|dd|code|span)[^<>\n]{{0,40}}>(?:<code>)?(?=[^<>\s]{{1,300}}</))
    | (?P<default>,[^()\n]{{0,120}}?\bdefault[ \t]?=[ \t]?(?=\\{{0,3}}["']))
    | (?P<fallback>[ \t]{{0,2}}(?:\|\||\?\?|\?:|or\b)[ \t]{{0,3}}(?=\\{{0,3}}["'`])|:-
         |(?<=\))[ \t]\{{[ \t]{{0,2}}(?=\\{{0,3}}["']))
    | (?P<argument>(?:\\{{0,7}}["'])?[ \t]{{0,3}},{_SPACE}(?:with:[ ])?[bru]?(?=\\{{0,3}}["'`]))
    | (?P<call>[({{][ \t]{{0,2}}[bru@]?(?=\\{{0,3}}["'`]))
    | (?P<cell>(?:[ \t][\w-]{{1,20}}){{0,2}}[ \t]{{0,40}}\|[ \t]{{0,40}}(?=[^\s|]))
    )""",
    re.VERBOSE,
)
