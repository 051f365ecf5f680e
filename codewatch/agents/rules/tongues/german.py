"""The words by which a German sentence asserts something (ä is ae, ß is ss)."""

from .tongue import Tongue, patterns

GERMAN = Tongue(
    words="""das und ist nicht ein eine einen einem einer der dem mit fuer von zu auf wir ich bitte immer nie niemals
        kein keine keinen soll sollen muss muessen wird werden wurde nur wenn nach bei lieber statt ohne dass mach
        nimm lass jetzt noch aber oder als mich mir du dein deine bevor uns beim zur zum haben habe alle jede jeder
        jedes antworte benutze benutz nutze verwende verwenden nutzen schreib schreibe weil grundsaetzlich generell
        ueberall nichts vor wieder kuenftig unsere unser sind dich sich halte halten unter gibt""",
    leads=patterns(
        r"(?:bitte|und|aber|also|ok(?:ay)?|ja|nein|uebrigens|ausserdem|noch was|wichtig|hinweis|merke?(?: dir)?|ach"
        r"|achso|danke|dann|hier|du sollst|du solltest|du darfst|ich moechte,? dass du|ich will,? dass du"
        r"|denk(?:e)? (?:bitte )?daran|dass)[,:.!]*\s+",
    ),
    question=patterns(
        r"\?\W*$|,? (?:warum|wieso|weshalb)\b",
        r"^(?:(?:und|aber|also|ok|hm+) )*(?:warum|wieso|weshalb|wie (?!immer|besprochen|ueblich)|was|wer|wo|wann"
        r"|welche|woran|wozu|soll(?:en|te|ten)? (?:wir|ich|man)|kann(?:st)? (?:du|ich|man)|koenn(?:en|test|ten"
        r"|te) (?:wir|du|sie|ich|man|das|es)|wuerde\w* (?:du|wir)|hast du|gibt es|ist (?:das|es|der|die)|weisst du"
        r"|darf ich|muss ich|brauchen wir)\b",
    ),
    hypothetical=patterns(
        r"\b(?:vielleicht|eventuell|evtl|womoeglich|moeglicherweise|angenommen|waeren?|koennten?|vermut\w+|wohl"
        r"|ich (?:ueberlege|frage mich|glaube|schaetze|denke)|unsicher|weiss (?:ich )?nicht|keine ahnung|nicht sicher"
        r"|wuerden?(?! (?:lieber|gerne?|bevorzug|vorzieh)\w*)|haetten?(?! (?:gern|lieber|ich gern|ich lieber)\w*))\b",
    ),
    reported=patterns(
        r"\b(?:sagt|sagte|meint|meinte|meinen|behaupte\w*|empfiehlt|empfehlen|findet,|schreibt,|schrieb)\b|^laut\b"
        r"|\b(?:hat|haben|hatte) (?:\S+ ){0,4}(?:geschrieben|gesagt|gemeint|erzaehlt|empfohlen)\b|\b(?:doku\w*"
        r"|kommentar|readme|meldung|artikel|log|ticket|issue|mail|anleitung) (?:steht|heisst es)\b",
    ),
    momentary=patterns(
        r"\b(?:option|variante|vorschlag|version) [a-d1-4]\b|\b(?:erste|zweite|dritte)[nrs]? (?:option|variante"
        r"|vorschlag|version|loesung|ansatz)",
        r"\b(?:fuer jetzt|erst ?mal|vorerst|zunaechst|vorlaeufig|momentan|gerade|im moment|diesmal|dieses mal|heute"
        r"|fertig|bevor du (?:das|dies|es)\b|am ende|zum schluss|morgen|gestern|ausnahmsweise|noch nicht|nochmal"
        r"|noch mal|einmal|kurz mal|mal kurz|schnell|spaeter|temporaer|testweise|(?:fuer|bei"
        r"|in) diese[nrms]? (?!projekt|repo|code|team|app)\w+)\b|\b(?<!ab )(?<!von )jetzt\b",
    ),
    specific=patterns(
        r"\b(?:den|dem|das|diese[nrms]?|hier|dort|dieser) (?!code)\S+|(?<!, )\b(?:die|der) (?!code|tests|docs|doku\w*"
        r"|kommentare|commit\S*)\S+",
    ),
    complaint=patterns(
        r"\b(?:funktioniert|klappt|passiert|nervt|kaputt|haengt|abgestuerzt|scheiss\w*|mist|dauert|langsam|tritt"
        r"|schlaegt|geht nicht|kommt (?:ein|der|die|nichts)|immer (?:noch|wieder|dasselbe|das gleiche))\b|-mist\b"
        r"|\b(?:obwohl|trotzdem|abgeschnitten|disabled|deaktiviert|leer|falsch|zeigt|noch)\b",
        r"\b(?:buttons?|knopf|knoepfe|modal\w*|dialog\w*|formular\w*|tooltip\w*|seite|liste|icons?|logo|menue"
        r"|diagramm|balken|benutzer|nutzer|kunden? (?:soll|muss)\w*|blau|gruen|farbe\w*|klick\w*)\b|^wir muessen\b"
        r"|^ich verstehe\b",
    ),
    lasting=patterns(
        r"\b(?:immer|stets|nie|niemals|ab (?:jetzt|sofort|heute)|(?:zu)?kuenftig|in zukunft|von (?:nun|jetzt) an"
        r"|grundsaetzlich|generell|prinzipiell|ueberall|jedes ?mal|(?:vor|nach|bei) jede[mnr]|durchgehend|ausnahmslos"
        r"|auf keinen fall|unter keinen umstaenden|ausschliesslich|standardmaessig|dauerhaft|nur noch"
        r"|ohne (?:\S+ )?(?:rueckfrage|absprache|erlaubnis|mich|zu fragen|zu testen)|bevor du (?!das|dies|es|sie"
        r"|damit|an)|wenn du (?!fertig|das|dies|es|sie|damit|willst|magst)|erst .*\bund dann|(?:merk|notier)e? dir)\b",
    ),
    general=patterns(
        r"\b(?:alle[nrms]?|saemtliche\w*|jede[nrms]?|kein\w*)\b",
    ),
    order=patterns(
        r"(?:verwend|benutz|nutz|nimm|schreib|setz|mach|fuehr|push|commit|committ|lass|halt|antwort|frag|zeig|gib"
        r"|loesch|test|pruef|formatier|fueg|pack|leg|speicher|nenn|benenn|fass|ruehr|vermeid|verzicht|bleib|acht|denk"
        r"|merk|erklaer|red|sprich|wart|start|aender|erstell|bau|importier|deploy|merg|rebas|logg|kommentier"
        r"|dokumentier|sag|meld|arbeit|folg|beacht|bevorzug|stell|beginn|hol|installier|entfern|lies|sei|geh|trenn"
        r"|ueberschreib|lauf|signier|squash|gruppier|sortier|uebersetz|duz|sprech|verlass|bestaetig)(?:e|en|t|n)?\b",
    ),
    short=patterns(
        r"(?:wenn|sobald) du (?!fertig|das|dies|es|sie|damit|willst|magst|den|die)\S+ .*, \S+",
        r"(?:immer|stets|nie|niemals|grundsaetzlich|generell|ab (?:jetzt|sofort)|kuenftig|zukuenftig|in zukunft"
        r"|von (?:nun|jetzt) an|(?:vor|nach|bei) jede[mnr])\b \S+ \S+",
        r"(?!(?:der|die|das|den|es|er|sie|ich|wir|ihr|man|warum|wieso|was|wie|dass|weil|obwohl|mein\w*|dein\w*"
        r"|unser\w*|ein\w*|diese\w*|irgend\w+|da|wenn|seit|beim|leider)\b)\S+ (?:\S+ ){0,4}(?:immer|stets|nie|niemals"
        r"|grundsaetzlich|generell|ueberall|ausschliesslich|durchgehend)\b",
        r"(?!wenn )\S+ statt \S+",
        r"(?:ich|wir) (?:moechte|will|wollen|haette gerne?|wuensche(?: mir)?|erwarte)\b",
    ),
    task=patterns(
        r"(?:schau|guck|such|find|fix|beheb|korrigier|implementier|ergaenz|aktualisier|verschieb|entfern|loesch"
        r"|aender|erstell|bau|fueg|benenn .* um|refaktor\w*|erklaer|zeig|pruef|installier|start|fuehr|pass|mach"
        r"|analysier|fang|beginn|ersetz|stell|schreib (?:mir )?(?:ein|den|die|das)|migrier|normalisier|generier|leg"
        r"|verwerf|lass(?! uns)|stell|sorg|sorge|deduplizier|konvertier|optimier|teste|schick|lade|kopier|mock|deploy"
        r"|gib|nimm (?:den|die|das))(?:e|en|t|n)?\b",
        r"\w+ nur (?:die|den|das|der)\b",
        r"(?:ich|wir) (?:moechte|moechten|will|wollen|brauche|muss|muessen) (?:jetzt|den|die|das|einen?|noch)\b",
    ),
    habit=patterns(
        r"\S*(?:messages?|commits?|nachrichten|kommentare|docstrings?|namen|doku|titel|antworten|variablen\w*|tests"
        r"|logs?) (?:bitte |nur |immer )?(?:auf|in|im|als|unter|mit|kurz|klein|hoechstens|maximal) \S+",
        r"(?!wir|ich|die|der|das|es|man|sie|er|den|alle)(?:\S+ ){2,6}(?:halten|verwenden|benutzen|vermeiden"
        r"|einhalten)[.!]*$",
        r"\S+ (?:fuer|bei|in) (?!den|die|das|dem|der|diese\w*)\S+(?: \S+)? bitte[.!]*$",
        r"ich bin (?:\S+ )?\S*(?:entwickler\w*|ingenieur\w*|anfaenger\w*|designer\w*|student\w*|scientist"
        r"|architekt\w*)\b",
        r"(?:verwend|benutz|nutz|nimm|schreib|nenn|setz|nehm)\w* (?:\S+ ){1,5}(?:statt|anstatt|anstelle|und (?:nicht"
        r"|kein\w*))\b",
        r"(?:verwend|benutz|nutz|nimm|schreib)\w* (?:\S+ ){0,4}\S+, (?:nicht|kein\w*|niemals)\b",
        r"(?:verwend|benutz|nutz|nimm)e? (?:\S+ ){1,3}(?:fuer|bei|in) (?!den|die|das|dem|der|diese\w*)\S+",
        r"(?:halt|orientier)e? dich an|folge (?:dem |der )?\S*(?:style|guide|pep|konvention|stil)",
        r"(?:bevorzug|bleib)e? (?:bei )?\S+|halte? (?:\S+ ){1,4}(?:kurz|klein|knapp|konsistent|aktuell|einfach"
        r"|schlank)\b",
        r"(?:\S+ ){1,5}(?:verwenden|benutzen|nutzen|vermeiden|bevorzugen|(?:kurz|klein|knapp|einfach"
        r"|aktuell)(?: \S+)? halten|(?:kurz|klein) und \w+ halten)(?:[.!,]|$)",
        r"(?!wir|ich|die|der|das|es)(?:\S+ ){1,2}(?:statt|anstatt) \S+(?: (?:bitte|verwenden|nutzen|nehmen))?[.!]*$",
        r"(?:frag|frage) (?:mich |immer |erst |vorher )+|(?:frag|frage) mich|(?:zeig|sag|gib) mir (?:erst|zuerst"
        r"|vorher|immer)\b",
        r"(?:merke?|notiere?) dir\b",
        r"(?:ich (?:will|moechte|brauche|mag) )?kein(?:e|en|er)? (?!ahnung|zeit|problem|fehler|sorge|ding|wunder"
        r"|unterschied|aenderung|lust|idee|stress|panik|chance|ergebnis)\S+ \S+",
        r"(?:verwend|benutz|nutz|nimm|schreib|setz|push|commit|committ|fass|ruehr|fueg|importier|mach|erstell)(?:e"
        r"|t)? (?:\S+ ){0,3}(?:kein\w*|nicht)\b \S+",
        r"(?:vermeide?|verzichte?(?: bitte)? auf|unterlass\w*|finger weg|hoer auf|nie wieder|nie mehr)\b \S+",
    ),
    wish=patterns(
        r"(?:ich|wir) (?:bevorzug\w*|hass\w*|liebe|arbeite lieber|habe? (?:\S+ )?lieber|ziehe .+ vor"
        r"|wuerde (?:\S+ )?lieber|haette (?:\S+ )?lieber|mag (?:kein|lieber|keine|kleine|kurze)\w*"
        r"|bin (?:ein )?(?:freund|fan) von|(?:moechte|will) (?:kein\w*|nicht,? dass|nur|dass (?!du\b|sie\b|wir\b"
        r"|ihr\b|der\b|die\b|das\b|den\b|es\b))|(?:moechte|will), dass (?!du\b|sie\b|wir\b|ihr\b|der\b|die\b|das\b"
        r"|den\b|es\b))",
        r"(?:mir (?:ist|sind|waere) (?:\S+ )?(?:lieber|wichtig)|am liebsten|mir gefaellt|mir gefallen|lieber) \S+ \S+",
    ),
    convention=patterns(
        r"\bbei uns\b|\b(?:in|fuer) (?:diesem|unserem|dem) (?:projekt|repo|repository|team|code\w*)\b|\b(?:hier"
        r"|im (?:repo|projekt|team|code)\w*|es) (?:gilt|gelten)\b",
        r"\b(?:konvention|regel|richtlinie|namensschema|vorgabe|standard)\w*(?: \S+){0,4}(?::| ist\b| lautet\b)",
        r"\b(?:alle|jede[rsn]?|saemtliche|kein\w*) (?:\S+ ){1,5}(?:muessen|muss|soll|sollen|haben|hat|liegt|liegen"
        r"|heissen|heisst|beginn\w*|bekommt|bekommen|gehoer\w*|werden|wird|braucht|brauchen|darf|duerfen|kommt|kommen"
        r"|erbt|erben|nutzt|nutzen|steht|stehen)\b",
        r"^(?!(?:wir|ich|du|es|das|er|sie|ihr|man|die|der)\b)(?:\S+ ){1,4}(?:muessen|duerfen|sollen|gehoeren|liegen"
        r"|heissen) \S+",
        r"^(?:die |der |das )?(?:\S+ ){1,4}(?:wird|werden|kommt|kommen|liegt|liegen|ist|sind|steht|stehen|muss"
        r"|muessen|darf|duerfen|gehoert|gehoeren|beginnt|beginnen) (?:\S+ ){0,3}(?:immer|stets|nie|niemals|nur"
        r"|grundsaetzlich|durchgehend|ausschliesslich|generell)\b",
        r"\bwir (?:schreiben|nennen|benennen|verwenden|nutzen|benutzen|speichern|legen|deployen|testen|committen"
        r"|mergen|arbeiten|folgen|halten uns|formatieren|loggen|versionieren|trennen) \S+ \S+",
        r"^(?:die |der |das |unsere? )?(?:\S+ ){1,4}(?:wird|werden|ist|sind) (?:\S+ ){0,4}(?:gespeichert|abgelegt"
        r"|versioniert|generiert|geloggt|benannt|geschrieben|gerendert|formatiert|verwaltet|editiert|committet"
        r"|gemerged|deployt|geschuetzt|zurueckgesetzt|validiert|uebersetzt|getestet|gecacht|verschluesselt|sortiert"
        r"|angegeben)\b",
        r"^(?:die |der |das |unsere? )?(?:\S+ ){1,4}(?:beginnt|beginnen|fangen|endet|enden|nutzt|nutzen|verwendet"
        r"|verwenden|enthaelt|enthalten|laeuft|laufen|liegt|liegen|landet|landen|loggt|loggen|folgt|folgen|gehoert"
        r"|gehoeren|verfaellt|verfallen|erbt|erben|haben|heissen|heisst|sollen|soll|muessen|muss|duerfen|darf|bleibt"
        r"|bleiben) \S+",
        r"^(?:die |der |das |unsere? )?(?:\S+ ){1,3}(?:redet|reden|spricht|sprechen|lauscht|lauschen|erwartet"
        r"|erwarten|liefert|liefern|basiert|basieren|braucht|brauchen|unterstuetzt|schickt|schreibt) (?:\S+ )?(?:nur"
        r"|auf|mit|in|ueber)\b|^nur (?:der|die|das) ",
        r"^(?:\S+ ){1,3}(?:schreiben|nennen|benennen|verwenden|nutzen|speichern|legen|testen|loggen) wir\b",
    ),
    decision=patterns(
        r"(?:wir|ich) hab(?:en|e)? (?:uns |mich )?(?:\S+ ){0,8}(?:entschieden|entschlossen|beschlossen|geeinigt"
        r"|festgelegt|ausgewaehlt|gewaehlt)\b",
        r"(?:wir|ich) (?:nehmen|nehme|setzen?(?: jetzt)? auf|bleiben? bei|wechseln?|wechsle|steigen? .*\bum\b"
        r"|stellen? .*\bum\b|entscheiden? (?:uns|mich)|migrieren?|ersetzen?|verzichten?|verwerfen?|streichen?"
        r"|waehlen?)\b \S+",
        r"(?:wir|ich) (?:verwenden?|nutzen?|benutzen?|machen?|behalten?|speichern?|bauen?|lassen?) .*\b(?:weil|denn"
        r"|da|damit|statt|anstatt|anstelle)\b",
        r"(?:entscheidung|entschieden|beschlossen|beschluss|festgelegt)(?: ist(?: gefallen)?)?: ?\S+",
        r"(?:lass|lasst) uns (?:\S+ ){1,5}(?:bleiben|nehmen|verwenden|nutzen|setzen|wechseln|behalten)\b",
        r"(?:an)?statt \S+ (?:verwenden|nehmen|nutzen|benutzen) wir\b",
        r".*\b(?:verwenden|nehmen|nutzen|setzen|bleiben) wir\b.*\b(?:weil|denn|da|damit)\b",
        r"(?:wir|ich) hab(?:en|e) .*\b(?:weil|denn|, da|damit|um .* zu|statt|anstatt)\b",
        r"\S+ (?:bleibt|bleiben|wird|werden) (?:auf|bei|an|durch) .*\b(?:weil|da|denn|sonst)\b",
        r"(?:planaenderung|neuer plan|final)[:,] \S+",
        r".*\b(?:statt|anstatt|anstelle) .*\b(?:weil|denn|, da)\b",
    ),
    undecided=patterns(
        r"\b(?:noch nicht|ob wir|nicht entschieden|bevor wir uns|noch entscheiden)\b",
    ),
    cause=patterns(
        r"\b(?:langsam|kaputt|rot|leer|abgestuerzt|haengt|hing|fehlgeschlagen|crash\w*|gescheitert)\b.*\b(?:weil"
        r"|wegen)\b",
        r"\b(?:ursache|grund|ausloeser|uebeltaeter)\b(?: \S+){0,5} (?:war|waren|ist|sind|liegt|lag)\b",
        r"\b(?:ursache|grund|ausloeser)(?: \S+){0,4}: ?\S+|^schuld (?:war|waren|ist|daran|hat)\b",
        r"\b(?:war|ist) schuld\b|\b(?:lag|liegt) (?:\w+ )?(?:daran|an|am) \S+|\b(?:lag|liegt) (?:\w+ )?daran\b",
        r"\b(?:\w*(?:fehler|bug|problem|absturz|crash|timeout|leak|leck|verlust|deadlock|haenger)|das"
        r"|es) (?:\w+ )?(?:kam|kommt|kamen|ruehrte?|entstand|entsteht|stammt\w*) (?:\w+ )?(?:daher|davon|vom|von"
        r"|durch|weil|wenn)\b",
        r"\b(?:wurde|wurden|wird|werden|war) (?:\S+ ){1,10}(?:verursacht|ausgeloest|hervorgerufen)\b",
        r"\b(?:problem|bug|fehler) (?:war|ist),? (?:dass|ein|eine|der|die|das)\b",
    ),
    unknown=patterns(
        r"\b(?:unklar|unbekannt|keine ahnung|(?:nicht|noch) (?:gefunden|klar)|(?:war|ist|lag|liegt) (?:es )?nicht)\b",
    ),
    reason=patterns(
        r"^(?:weil|denn|da|grund:|sonst|damit|so bleibt|dadurch|der grund)\b",
    ),
)
