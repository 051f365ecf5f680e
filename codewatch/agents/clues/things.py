"""The clues to packages with their versions, and places of files: a name, and its patterns."""

from codewatch.agents.clues import words
from codewatch.agents.clues.words import clue

THINGS: dict[str, str] = {
    # Packages.
    "version": clue(
        r"VERSION",
    ),
    "tool": clue(
        r"TOOL",
    ),
    "tool with version": clue(r"TOOL (?:\S+ ){0,2}\(?VERSION", r"VERSION of TOOL"),
    "two versions": clue(
        r"VERSION.*VERSION",
    ),
    "version close": clue(
        r"\A(?:\S+ ){1,4}\(?VERSION",
    ),
    "tool first": clue(
        r"\A(?:the )?TOOL\b",
    ),
    "two tools": clue(
        r"TOOL.*TOOL",
    ),
    "installed": clue(
        r"\b(?:installed|uninstalled|upgraded|downgraded|pinn?(?:ed|s|ing)?|bump(?:ed|s)?|locked|held at"
        r"|held|dropped support|depend(?:s|ency) on|relies on|minimum|updated to|instaló|aktualisiert"
        r"|installiert|升级|安装|アップ\w*|インストール|fijó)\b|升级|安装|インストール|アップデート",
    ),
    "changed a tool": clue(
        r"\b(?:added|removed|dropped|replaced|swapped|switched|migrated|moved|got rid of|introduced"
        r"|ditched|changed|integrated|threw out|bumped|upgraded|downgraded|pinned|installed|upgrade"
        r"|replaces)\b(?: (?!in\b|on\b|because\b)\S+){0,4}? (?:TOOL|VERSION)",
        r"\b(?:drawn|done|bundled|managed|generated|rendered|handled) (?:with|by) (?:TOOL|VERSION|\w+ VERSION)",
        r"\breplaced by\b",
        r"TOOL(?: \S+){0,2} (?:was|were|is|has been) (?:replaced|dropped|removed|added|superseded"
        r"|integrated|changed|swapped)|\bersetzt\b|追加|\beliminó\b|\bajout\b",
    ),
    "uses a tool": clue(
        r"\b(?:uses?|using|built (?:with|on)|based on|relies on|depends? on|runs on|written in|powered by"
        r"|requires?|needs?|targets|verwenden|nutzen|nutzt|benötigt|dépend de|requiere|usa|utilise|wants"
        rf"|on|使用|需要) {words.TOOLS}",
        r"(?:使用|需要) TOOL",
        r"\bTOOL(?: \S+){0,3} (?:is|are|was) (?:used|required|needed|our|the|minimum|mandatory|supported)\b",
    ),
    "as a dependency": clue(
        r"\b(?:(?:developer |dev |runtime |peer |transitive )?dependenc(?:y|ies)|devdependencies"
        r"|librar(?:y|ies)|sdk|gems?|crates?|toolchain|lock ?file|package(?:s)?(?: manager)?|base image"
        r"|docker image|ci image|(?:TOOL|base|ci) images?|lts|wheel|drop-in|third-party|plugin|orm"
        r"|test runner|bundler|broker|linter|runtime|extension|framework)\b",
        r"\b(?:abhängigkeit\w*|bibliothek|dépendances?|bibliothèque|dependencias?|biblioteca|librería)\b"
        r"|依赖|依存|ライブラリ|(?<!数据)库|バージョン|版本",
    ),
    "manifest": clue(
        r"PATH-of-packages",
    ),
    "manager command": clue(
        r"\b(?:TOOL|uv|cargo|gem|brew|apt|apt-get|go|dotnet|npx|bun|choco|mix|bundle|pip3) (?:install|add"
        r"|remove|uninstall|get|i|update|upgrade)\b",
    ),
    "or newer": clue(
        r"\b(?:or (?:newer|later|above|higher|greater|up)|at least|minimum|>=|required|must stay|stay on"
        r"|compatible|incompatib\w+|have? to be installed|has to be installed|below|以上)\b|以上",
    ),
    "kept or cut a tool": clue(
        r"\b(?:kept|keep|stays?|stay|still|stuck|remain\w*|cut|kicked out|threw out|gone|bye|no more"
        r"|instead of|client|via|besides|called|package|framework|need|needs) (?:on |at |with "
        r"|the )?(?:\S+ )?TOOL",
        r"\A(?:no|still on|on|for \S+ (?:\S+ )?we use|the package|need|needs)\b.*(?:TOOL|VERSION)",
        r"\b(?:no|any|few|runtime|direct) (?:\w+ )?dependencies\b",
        r"(?:TOOL|VERSION)(?: \S+)? (?:is|are|was|were) (?:installed|added|needed|required|used|in)\b",
        r"\A(?:\S+ ){0,2}VERSION (?:was |were |is )?(?:added|installed|needed|required)\b",
    ),
    "package verb first": clue(
        r"\A(?:we |the project |the app |the backend |now |it )?(?:uses?|needs|requires|installed|upgraded"
        r"|bumped|downgraded|pinned|removed|added|swapped|replaced|got rid of|dropped|locked|runs on"
        r"|minimum|on|stay on|switched|updated|ran)\b",
    ),
    # Places.
    "path": clue(
        r"PATH",
    ),
    "two paths": clue(
        r"PATH.*PATH",
    ),
    "path first": clue(
        r"\APATH",
    ),
    "placed in path": clue(
        rf"\b(?:{words.PLACED}) (?:\w+ ){{0,3}}?{words.INTO} (?:the |our |a |separate |folder |directory "
        r"|files? )*\W?PATH",
        rf"\b{words.PLACED} \W?PATH(?![\w-]*:)",
        r"\b(?:liegen|liegt|befinde[nt]|stehen|steht|sind|ist|gehören|abgelegt) (?:\S+ )?(?:unter|in|im"
        r"|auf|bei|sich unter)?(?: \S+)? ?PATH",
        r"\b(?:se trouve(?:nt)?|sont|est|dans|rangés?) (?:\S+ ){0,3}PATH|\b(?:están?|se (?:guardan?"
        r"|encuentran?)|viven?|van|quedan?) en (?:\S+ )?PATH",
        r"(?:位于|放在|存放|保存在|都在|在) ?PATH|PATH ?(?:目录|文件夹|に(?:ある|置|保存|入|配置|格納"
        r"|まとめ)|ディレクトリ|フォルダ|にあり)",
    ),
    "thing is path": clue(
        r"\A(?:the |our )?[^.:]{2,50}(?::| is| are| see| ->| →| =>) \W?PATH(?![\w-]*:)",
        r"\APATH[\w}-]* (?:has|holds?|contains?|=|is (?:for|the|where)|are|includes?|for|stores?|keeps?"
        r"|→|->|-|–|—)(?!\w)",
        r"\b(?:in|under|at|see|look in|find in) PATH[\w}]*\.?\Z",
    ),
    "in path": clue(
        r"\b(?:in|under|at|into|to|from|below|within|unter|dans|en|see) (?:the |each )?PATH",
    ),
    "placed": clue(
        r"\b(?:liv(?:es?)|located|found|kept|stored|sits?|resides?|saved|placed|defined|contained|declared"
        r"|colocated|belongs?|served from|organi[sz]ed|looked up|you find|can be found|liegen|befinden"
        r"|trouvent|encuentran|guardan|archived|exported from)\b|位于|放在|保存|置いて",
    ),
    "folder": clue(
        r"\b(?:folders?|director(?:y|ies)|file layout|entry ?points?|config(?:uration)? files?"
        r"|main \w+ file|top folder|source tree|where things|look (?:for|in)|extension|root|next to"
        r"|verzeichnis|ordner|dossier|carpeta|bucket)\b|目录|文件夹|ディレクトリ|フォルダ",
    ),
    "edits a path": clue(
        r"\b(?:added|edited|asked|fixed|moved|created|wrote|renamed|split|rewrote|implemented|updated"
        r"|changed|deleted|writing|editing)\b.*PATH",
    ),
}
