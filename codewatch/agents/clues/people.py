"""The clues to who speaks, what somebody wishes, and what holds for all: a name, and its patterns."""

from codewatch.agents.clues import words
from codewatch.agents.clues.words import clue

PEOPLE: dict[str, str] = {
    # Who speaks, and of whom.
    "a person first": clue(
        rf"\A(?:{words.PERSON})(?:'d|'m|'s|'ve)?\b",
    ),
    "the user first": clue(
        r"\A(?:the )?(?:user|developer|customer|client|owner|maintainer|he|she|they)\b:?",
    ),
    "i first": clue(
        r"\A(?:i|i'd|i'm|i've|my)\b",
    ),
    "the assistant first": clue(
        r"\A(?:the )?(?:assistant|agent|model|claude|session|this session|today|we're|we are)\b",
    ),
    "me or my": clue(
        r"\b(?:me|my|mine|i)\b",
    ),
    "you or your": clue(
        r"\b(?:you|your)\b",
    ),
    "we or our": clue(
        r"\b(?:we|our|us|the team|team)\b",
    ),
    # Wishes.
    "prefers": clue(
        r"\bprefer(?:s|red|ences?|ring)?\b(?!-)",
        r"\bpréf[éè]r\w+",
        r"\bpref(?:iere|iero|erimos)\b",
        r"\bbevorzug\w*",
        r"偏好|好[みむきん]|喜欢",
    ),
    "prefers first": clue(r"\A(?:prefer|prefers|prefer not)\b", r"\A(?:\w+ ){0,3}prefers?\b"),
    "likes": clue(
        r"\b(?:likes?|loves?|hates?|dislikes?|enjoys?|favou?rs|would like|i'd like|insists?|expects?"
        r"|refuses|can't stand|values|cares"
        r"|rather not|would rather|i'd rather|is (?:annoyed|fine|happy|okay)|i'm (?:happy|fine|ok)"
        r"|despises?|appreciates?|trusts?|finds? \S+ (?:unreadable|hard|ugly|annoying|confusing))\b"
        r"(?! (?:this|that|to this)\b)",
        r"\b(?:je (?:veux|n'aime|ne veux|déteste|souhaite|voudrais)|n'aime pas|ne veut pas|souhaite)\b"
        r"|\b(?:ich|er|sie|nutzer\w*|benutzer\w*) (?:möchte|mag|will|hätte|hasse|hasst)\b",
        r"\b(?:no quier[oe]|(?:le|me) gustan?|no (?:le|me) gusta\w*|odi[oa]|quier[oe] que)\b|嫌い|嫌う"
        r"|好まない|ほしい|たくない|希望|不想|讨厌|更喜欢",
    ),
    "likes first": clue(
        r"\A(?:likes|loves|hates|dislikes|wants|prefers|expects|insists|would like|doesn't like|doesn't want)\b",
    ),
    "wants": clue(r"\bwants?\b", r"\bwanted\b", r"\bneeds? (?:me|us|the assistant) to\b"),
    "wants to do work": clue(
        rf"\bwants? (?:(?:the assistant |us |me |you )?to|help) {words.WORK}\b",
        r"\b(?:is|are) trying to\b",
        r"\bwants? .*\b(?:in this session|next|not now|before the release|by friday|looked at)\b",
    ),
    "wants to": clue(
        r"\bwants? to (?!be\b|see|keep|always|never|know|have|approve|review|decide|stay|be|read|understand)\w+",
        r"\bneeds? an? \w+",
        r"\bplans? to\b",
    ),
    "wants help": clue(
        r"\b(?:wants?|needs?|asked for|asks for) (?:help|a script|support|assistance|advice|a tool"
        r"|an? (?:review|overview|comparison|estimate))\b",
        r", started\b",
        r"\b\d+ (?:\w+ )?(?:to go|left|open|remaining)\b",
        r"\b(?:done, now|half ?way)\b",
    ),
    "wants a thing": clue(
        r"\bwants? (?!to\b|the assistant to|me to|us to)\w+",
    ),
    "wants no": clue(
        r"\b(?:does not|doesn't|do not|don't|never) (?:want|like|need)\b",
        r"\bwants? (?:no|neither|only|all|every|each|a)\b",
    ),
    "asked never or always": clue(
        r"\b(?:asked|told|requested|said|reminded|instructed|decided|corrected|demanded|insists|wants|asks"
        r"|says)\b.*\b(?:never|always|not to|no longer|stop|every (?:time|script|file|change|commit)"
        r"|from now on|everywhere|before (?:deleting|commit\w*|push\w*|chang\w*|edit\w*|any|every|each)"
        r"|unless|all (?:responses|answers|code|commits|files)|to keep|to be (?:asked|consulted))\b",
    ),
    "from now on": clue(
        r"\b(?:from now on|in (?:the )?future|going forward|next time|when in doubt|don't ever|do not ever"
        r"|unless i|until i|every time|each time)\b",
        r"\b(?:ab jetzt|in zukunft|künftig|dorénavant|désormais|a partir de ahora|de ahora en adelante)\b"
        r"|从现在|今后|今後",
    ),
    "without asking": clue(
        r"\b(?:without (?:asking|my|me|being asked|permission|approval|explicit|confirmation)"
        r"|ask(?:ing)? (?:me|before|first)|be (?:asked|consulted)|my (?:explicit )?(?:approval|permission"
        r"|ok)|call me|let me|show me|tell me|remember that i|for me|with me|answer me|on my behalf"
        r"|look it up)\b",
        r"\b(?:frag(?:e)? mich|ohne (?:mich|zu fragen)|demande-moi|sin preguntar\w*|pregúnta\w+)\b|没有我|先问",
    ),
    "please": clue(
        r"\bplease\b",
        r"\b(?:bitte|s'il (?:te|vous) plaît|por favor)\b|请|してください|ください|しないで",
    ),
    "order about conduct": clue(
        r"\A(?:please )?(?:always|never|never ever|don't|do not|stop|only|keep|avoid|no)(?: ever| to"
        r"| please)? (?:ask\w*|push\w*|commit\w*|guess\w*|touch\w*|delet\w*|answer\w*|explain\w*|show\w*"
        r"|tell\w*|summar\w+|apologi[sz]\w+|assum\w+"
        r"|rewrit\w+|refactor\w*|repl(?:y|ies)|respon\w+|merg\w+|deploy\w*|install\w*|chang\w+|edit\w*"
        r"|add\w*|creat\w+|generat\w+|suggest\w*|start\w*|remov\w+|emojis?|yapping|repl\w+|comment\w*"
        r"|your?|the tone|explanations?|run\w*|force\w*|amend\w*|open\w*"
        r"|mention\w*|put|sign\w*|overwrit\w+|praise|say|reformat\w*|make|speak\w*|talk\w*|trust\w*|use|using)\b",
    ),
    "about answers": clue(
        r"\b(?:answers?|responses?|explanations?|explain\w*|summar(?:y|ies)|emojis?|tone|concise"
        r"|brief(?:ly)?|verbose|short answers|step by step|bullet points?|jargon|diff|plan first|speaks?"
        r"|in (?:german|french|spanish|english|italian|japanese|chinese)|antwort\w*|réponses?"
        r"|respuestas?)\b|回答|返事",
    ),
    "never first": clue(
        r"\A(?:never|don't|do not|stop|avoid|no)\b",
    ),
    "always first": clue(
        r"\Aalways\b",
    ),
    "use first": clue(
        r"\A(?:please )?(?:use|prefer|keep|write|name|wrap|prefix|put|sort|mock|squash|log|document|favou?r)\b",
    ),
    "german, french, spanish orders": clue(
        r"\b(?:immer|nie|niemals|kein\w*|jamais|toujours|nunca|siempre)\b|总是|一律|不要|别(?!的)|必ず|常に",
    ),
    # Norms.
    "always or never inside": clue(
        r"(?<!\A)\b(?:always|never)\b",
    ),
    "every": clue(
        r"\b(?:every|each|all|any|everywhere|throughout)\b",
        r"\b(?:jede[rs]?|alle|tous|toutes|todas?|todos)\b|所有|すべて|全て|每",
    ),
    "every first": clue(
        r"\A(?:every|each|all|any|no|only|new|new features)\b",
    ),
    "must": clue(
        rf"\b{words.SHOULD}\b",
        r"\b(?:müssen|muss|dürfen|darf|doi(?:ven)?t|deben?)\b|必须|应该|べき|とする|ねばならない",
    ),
    "only": clue(
        r"\bonly\b",
    ),
    "not this": clue(
        r", (?:not|never|no) ",
        r"\b(?:nowhere|nothing|nobody) else\b",
        r"\b(?:not accepted|get(?:s)? closed|is not done|never mix|not prefixed)\b",
    ),
    "no first": clue(
        r"\A(?:no|nobody|nothing|never)\b",
    ),
    "every tuesday, owner": clue(
        r"\b(?:reviewers?|owner|whoever|everyone|anyone|each (?:component|page|pr)|need a"
        r"|needs an? (?:ticket|owner|comment)|by default|template|stays? in|go(?:es)? through"
        r"|go(?:es)? into|live in (?:stores|components|services))\b",
    ),
    "language of writing": clue(
        r"\b(?:in|auf|en) (?:english|german|french|spanish|japanese|deutsch|englisch|anglais|inglés)\b|英語|英文|英语",
    ),
    "must first": clue(
        r"\A(?:[\w'/-]+ ){1,6}(?:must|should|shall|may only|may not|has to|have to|need|needs) ",
    ),
    "never or must not": clue(
        r"\b(?:must not|mustn't|should not|shouldn't|should never|must never|may not|not allowed|forbidden"
        r"|banned|nothing else|no other|aren't used|not used)\b|禁止|不得",
    ),
    "convention named": clue(
        r"\b(?:conventions?|naming|style ?guide|code style|coding style|house style|(?:team |our "
        r"|the )rules?\b|guidelines?|policy|customary|best practice|pep ?8|convention|konvention|regel"
        r"|convención|practice here|agreed in the team|standard here|specification)\b|约定|规范|规定|規約"
        r"|ルール|命名",
    ),
    "in this project": clue(
        r"\b(?:in|of|across|for) (?:this|our|the(?: whole| entire)?) (?:project|repo|repository|code ?base"
        r"|test suite|backend|frontend|app|team)\b|\bhere\b|\b(?:in diesem (?:projekt|repo\w*)|bei uns"
        r"|dans ce (?:projet|dépôt)|en este (?:proyecto|repositorio))\b|本项目|我们项目|このプロジェクト"
        r"|このリポジトリ",
    ),
    "letter case": clue(
        r"\b(?:snake|kebab|camel|pascal|upper|lower|title|screaming)[_ -]?(?:snake[_ -]?)?cased?\b"
        r"|\b(?:camelcase|pascalcase|snake_case|upper_case)\b|驼峰|下划线|großbuchstaben",
    ),
    "prefix or suffix": clue(
        r"\b(?:prefix\w*|suffix\w*|(?:start|end|begin)s? (?:with|in)|imperative|present tense|plural"
        r"|singular|bem|conventional commits|sort\w*|indent\w*|alphabetical\w*|one per|max(?:imum)?"
        r"|at most|at least|line length|characters)\b",
    ),
    "tabs, quotes, lint": clue(
        r"\b(?:tabs|spaces|quotes|semicolons?|format\w*|lint\w*|docstrings?|jsdoc|type hints?|comments?"
        r"|review\w*|approvals?|merge[ds]?|squash\w*|formatted|named|trailing)\b",
    ),
    "code first": clue(
        r"\A(?:the |all |every |each |our |any |new |a |an |public |private |async |no |only |test |unit "
        rf"|integration |error |api |code )*(?:[\w-]+ ){{0,2}}{words.CODE_NOUN}\b",
    ),
    "code does": clue(
        r"\A(?:the |all |every |each |our |any |new |a |an |public |private |async |no "
        rf"|only )*(?:[\w/-]+ ){{0,2}}{words.CODE_NOUN}(?: (?:names?|messages?|subjects?|here))?(?: (?:in"
        rf"|of|for|that|across|which) [\w ]{{3,30}}?)? (?:is|are|follows?|starts?|ends?|begins?|carry"
        r"|carries|stays?|goes?|gets?|returns?|have|has|never|always|use"
        r"|uses|inherits?|extends?|takes?|links?|raise|throw|belong|target|log|do not|don't|happens|lives?"
        r"|exposes?|needs?|requires?)\b",
    ),
    "code is done so": clue(
        rf"\b{words.CODE_NOUN} (?:is|are|get|gets) (?:always |never |only )?(?:named|called|written"
        r"|formatted|sorted|prefixed|wrapped|documented|keyed|kept|ordered|grouped|indented|tagged|signed"
        r"|passed|developed|done|stored|validated|camel\w*|snake\w*|kebab\w*|pascal\w*|reviewed|squashed"
        r"|added|links?)\b",
    ),
    "order about code": clue(
        r"\A(?:please )?(?:always|never|only|no|use|name|prefer|don't|do not|wrap|prefix|sort|log|write"
        rf"|keep|put|add|avoid|mock|squash)\b(?!.*\b(?:me|my|i|you)\b).*\b(?:{words.CODE_NOUN}"
        rf"|{words.SYSTEM_NOUN})\b",
    ),
    "we do": clue(
        r"\b(?:we|team) (?:all |always |never |only |generally |usually )*(?:use|never|always|name|keep"
        r"|write|put|avoid|prefix|format|follow|do not|don't|document|test|squash|squashes|stick|tag|log"
        r"|run|follows|formats)\b",
    ),
    "rule of the team": clue(
        r"\b(?:team|project|codebase|repo) (?:follows|formats|squashes|uses (?:tabs|spaces|conventional"
        r"|absolute))\b|\bconsistent(?:ly)? (?:pattern|use)\b",
    ),
    "code twice": clue(
        rf"\b{words.CODE_NOUN}\b.*\b{words.CODE_NOUN}\b",
    ),
}
