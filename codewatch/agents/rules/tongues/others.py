"""Languages of which only a few words are known: Portuguese, Italian, Russian, Korean."""

from .tongue import Tongue, patterns

PORTUGUESE = Tongue(
    words="""os da dos das sao uma um para com sempre nunca nao que deve devem antes depois sem isto cada todos quero
        prefiro porque voce mas agora quando decidimos nos pelo pela""",
    leads=patterns(
        r"(?:por favor|e|mas|tambem|ok)[,:.!]*\s+",
    ),
    question=patterns(
        r"\?\W*$",
        r"^(?:por que|como|qual|quais|quem|onde|devemos|voce pode|pode)\b",
    ),
    hypothetical=patterns(
        r"\b(?:talvez|sera que|acho que|imagine|nao sei|se (?:usassemos|fosse))\b",
    ),
    reported=patterns(
        r"\b(?:disse|diz|dizem|segundo)\b",
    ),
    momentary=patterns(
        r"\b(?:por enquanto|por agora|hoje|desta vez|(?<!partir de )agora)\b",
    ),
    lasting=patterns(
        r"\b(?:sempre|nunca|a partir de agora|de agora em diante|antes de cada|jamais)\b",
    ),
    order=patterns(
        r"(?:sempre|nunca|a partir de agora|use|usa|escreva|escreve|responda|faca|rode|mantenha)\b \S+",
    ),
    habit=patterns(
        r"(?:nao (?:use|usa|faca|coloque|escreva|toque|adicione|commite)|evite|evita)\b \S+",
    ),
    wish=patterns(
        r"(?:prefiro|preferimos|nao gosto d\w+|nao quero|odeio)\b \S+",
    ),
    convention=patterns(
        r"\b(?:neste projeto|nossa convencao|(?:todos os|todas as) (?:\S+ ){1,5}(?:devem|ficam|sao))\b",
    ),
    decision=patterns(
        r"(?:decidimos|escolhemos|vamos usar|decisao ?:) ?\S+",
    ),
    cause=patterns(
        r"\b(?:a causa (?:era|foi|e)|causad[oa] por|o problema (?:era|foi))\b",
    ),
    reason=patterns(
        r"^porque\b",
    ),
)
ITALIAN = Tongue(
    words="""il la un gli delle della dei una per con sempre mai non che deve devono prima dopo senza questo questa ogni
        tutti voglio nel alla perche abbiamo usiamo preferisco ma quando sono""",
    leads=patterns(
        r"(?:per favore|e|ma|anche|ok)[,:.!]*\s+",
    ),
    question=patterns(
        r"\?\W*$",
        r"^(?:perche|come|quale|quali|chi|dove|dovremmo|puoi)\b",
    ),
    hypothetical=patterns(
        r"\b(?:forse|magari|non so|immagina|se usassimo|penso che)\b",
    ),
    reported=patterns(
        r"\b(?:ha detto|dice|dicono|secondo)\b",
    ),
    momentary=patterns(
        r"\b(?:per ora|per adesso|oggi|questa volta|(?<!d')ora)\b",
    ),
    lasting=patterns(
        r"\b(?:sempre|mai|d'ora in poi|prima di ogni|da adesso in poi)\b",
    ),
    order=patterns(
        r"(?:sempre|mai|d'ora in poi|usa|usate|scrivi|rispondi|fai|esegui|mantieni|non)\b \S+",
    ),
    habit=patterns(
        r"(?:non (?:usare|usate|mettere|fare|scrivere|toccare|aggiungere|committare)|evita|evitare)\b \S+",
    ),
    wish=patterns(
        r"(?:preferisco|preferiamo|non mi piac\w+|non voglio|odio)\b \S+",
    ),
    convention=patterns(
        r"\b(?:in questo progetto|la nostra convenzione|(?:tutti i|tutte le) (?:\S+ ){1,5}(?:devono|sono))\b",
    ),
    decision=patterns(
        r"(?:abbiamo (?:deciso|scelto)|usiamo .*\b(?:perche|invece)|decisione ?:) ?\S*",
    ),
    cause=patterns(
        r"\b(?:la causa (?:era|e)|causat[oa] da|il problema era)\b",
    ),
    reason=patterns(
        r"^perche\b",
    ),
)
RUSSIAN = Tongue(
    letters=r"[\u0400-\u04ff]",
    leads=patterns(
        r"(?:пожалуйста|и|но|а|также|ок)[,:.!]*\s+",
    ),
    question=patterns(
        r"\?\W*$",
        r"^(?:почему|зачем|как|какой|какая|что|кто|где|можешь|можно|стоит ли)\b",
    ),
    hypothetical=patterns(
        r"\b(?:может быть|возможно|наверное|если бы|не знаю|интересно)\b",
    ),
    reported=patterns(
        r"\b(?:сказал\w*|говорит|пишет|согласно)\b",
    ),
    momentary=patterns(
        r"\b(?:пока(?! не)|сейчас|сегодня|временно|в этот раз|на этот раз)\b",
    ),
    lasting=patterns(
        r"\b(?:всегда|никогда|впредь|отныне|с этого момента|перед каждым|только)\b",
    ),
    order=patterns(
        r"(?:всегда|никогда|используй\w*|пиши\w*|отвечай\w*|запускай\w*|впредь|отныне|с этого момента)\b \S+",
    ),
    habit=patterns(
        r"не (?:используй|пиши|добавляй|трогай|коммить|делай|меняй|удаляй|пуш)\w* \S+",
    ),
    wish=patterns(
        r"(?:я )?(?:предпочитаю|ненавижу|не люблю|не хочу)\b \S+|используй\w* \S+ вместо",
    ),
    convention=patterns(
        r"\b(?:в этом проекте|у нас (?:принято|всегда)|наше соглашение)\b",
    ),
    decision=patterns(
        r"(?:мы )?(?:решили|выбрали|решение:) ?\S+",
    ),
    cause=patterns(
        r"\bпричина (?:в|была)\b|\bиз-за того,? что\b",
    ),
    reason=patterns(
        r"^(?:потому что|так как)\b",
    ),
)
KOREAN = Tongue(
    letters=r"[\uac00-\ud7af]",
    question=patterns(
        r"[?？]\W*$",
        r"까요|(?:나요|습니까|인가요)[.]?$|왜 |어떻게|어느",
    ),
    hypothetical=patterns(
        r"아마|만약|만일|것 같|모르겠|일지도",
    ),
    reported=patterns(
        r"라고 (?:했|말|하|써|적)|에 따르면",
    ),
    momentary=patterns(
        r"일단|지금은|이번(?:에|만)|오늘|당분간|임시로",
    ),
    complaint=patterns(
        r"에러가|오류가|실패|안 (?:돼|됩|되)",
    ),
    lasting=patterns(
        r"항상|반드시|절대|앞으로|매번|언제나|모든",
    ),
    order=patterns(
        r".*(?:세요|주세요|해줘|하자|할 것|마|말 것|해라|십시오)[.!]*$",
    ),
    habit=patterns(
        r".*(?:하지 ?마(?:세요)?|지 ?마(?:세요)?|지 말 것|금지)[.!]*$",
    ),
    wish=patterns(
        r".*(?:선호합니다|선호해|좋아합니다|좋아해|싫어합니다|싫어해)",
    ),
    convention=patterns(
        r"이 프로젝트(?:는|에서는)|우리(?:는| 팀은)|규칙은",
    ),
    decision=patterns(
        r".*(?:하기로 (?:했|결정)|로 결정|를 선택했|을 선택했)",
    ),
    cause=patterns(
        r"원인은|때문에 .*(?:실패|오류|에러)|이 원인",
    ),
    reason=patterns(
        r"^왜냐하면",
    ),
)
