"""Languages of which only a few words are known: Portuguese, Italian, Russian, Korean."""

from .tongue import Tongue

PORTUGUESE = Tongue(
    words="""os da dos das sao uma um para com sempre nunca nao que deve devem antes depois sem isto cada todos quero
        prefiro porque voce mas agora quando decidimos nos pelo pela""",
    leads=(r"(?:por favor|e|mas|tambem|ok)[,:.!]*\s+",),
    question=(r"\?\W*$", r"^(?:por que|como|qual|quais|quem|onde|devemos|voce pode|pode)\b"),
    hypothetical=(r"\b(?:talvez|sera que|acho que|imagine|nao sei|se (?:usassemos|fosse))\b",),
    reported=(r"\b(?:disse|diz|dizem|segundo)\b",),
    momentary=(r"\b(?:por enquanto|por agora|hoje|desta vez|(?<!partir de )agora)\b",),
    lasting=(r"\b(?:sempre|nunca|a partir de agora|de agora em diante|antes de cada|jamais)\b",),
    order=(r"(?:sempre|nunca|a partir de agora|use|usa|escreva|escreve|responda|faca|rode|mantenha)\b \S+",),
    habit=(r"(?:nao (?:use|usa|faca|coloque|escreva|toque|adicione|commite)|evite|evita)\b \S+",),
    wish=(r"(?:prefiro|preferimos|nao gosto d\w+|nao quero|odeio)\b \S+",),
    convention=(r"\b(?:neste projeto|nossa convencao|(?:todos os|todas as) (?:\S+ ){1,5}(?:devem|ficam|sao))\b",),
    decision=(r"(?:decidimos|escolhemos|vamos usar|decisao ?:) ?\S+",),
    cause=(r"\b(?:a causa (?:era|foi|e)|causad[oa] por|o problema (?:era|foi))\b",),
    reason=(r"^porque\b",),
)
ITALIAN = Tongue(
    words="""il la un gli delle della dei una per con sempre mai non che deve devono prima dopo senza questo questa ogni
        tutti voglio nel alla perche abbiamo usiamo preferisco ma quando sono""",
    leads=(r"(?:per favore|e|ma|anche|ok)[,:.!]*\s+",),
    question=(r"\?\W*$", r"^(?:perche|come|quale|quali|chi|dove|dovremmo|puoi)\b"),
    hypothetical=(r"\b(?:forse|magari|non so|immagina|se usassimo|penso che)\b",),
    reported=(r"\b(?:ha detto|dice|dicono|secondo)\b",),
    momentary=(r"\b(?:per ora|per adesso|oggi|questa volta|(?<!d')ora)\b",),
    lasting=(r"\b(?:sempre|mai|d'ora in poi|prima di ogni|da adesso in poi)\b",),
    order=(r"(?:sempre|mai|d'ora in poi|usa|usate|scrivi|rispondi|fai|esegui|mantieni|non)\b \S+",),
    habit=(r"(?:non (?:usare|usate|mettere|fare|scrivere|toccare|aggiungere|committare)|evita|evitare)\b \S+",),
    wish=(r"(?:preferisco|preferiamo|non mi piac\w+|non voglio|odio)\b \S+",),
    convention=(r"\b(?:in questo progetto|la nostra convenzione|(?:tutti i|tutte le) (?:\S+ ){1,5}(?:devono|sono))\b",),
    decision=(r"(?:abbiamo (?:deciso|scelto)|usiamo .*\b(?:perche|invece)|decisione ?:) ?\S*",),
    cause=(r"\b(?:la causa (?:era|e)|causat[oa] da|il problema era)\b",),
    reason=(r"^perche\b",),
)
RUSSIAN = Tongue(
    letters=r"[\u0400-\u04ff]",
    leads=(r"(?:пожалуйста|и|но|а|также|ок)[,:.!]*\s+",),
    question=(r"\?\W*$", r"^(?:почему|зачем|как|какой|какая|что|кто|где|можешь|можно|стоит ли)\b"),
    hypothetical=(r"\b(?:может быть|возможно|наверное|если бы|не знаю|интересно)\b",),
    reported=(r"\b(?:сказал\w*|говорит|пишет|согласно)\b",),
    momentary=(r"\b(?:пока(?! не)|сейчас|сегодня|временно|в этот раз|на этот раз)\b",),
    lasting=(r"\b(?:всегда|никогда|впредь|отныне|с этого момента|перед каждым|только)\b",),
    order=(r"(?:всегда|никогда|используй\w*|пиши\w*|отвечай\w*|запускай\w*|впредь|отныне|с этого момента)\b \S+",),
    habit=(r"не (?:используй|пиши|добавляй|трогай|коммить|делай|меняй|удаляй|пуш)\w* \S+",),
    wish=(r"(?:я )?(?:предпочитаю|ненавижу|не люблю|не хочу)\b \S+|используй\w* \S+ вместо",),
    convention=(r"\b(?:в этом проекте|у нас (?:принято|всегда)|наше соглашение)\b",),
    decision=(r"(?:мы )?(?:решили|выбрали|решение:) ?\S+",),
    cause=(r"\bпричина (?:в|была)\b|\bиз-за того,? что\b",),
    reason=(r"^(?:потому что|так как)\b",),
)
KOREAN = Tongue(
    letters=r"[\uac00-\ud7af]",
    question=(r"[?？]\W*$", r"까요|(?:나요|습니까|인가요)[.]?$|왜 |어떻게|어느"),
    hypothetical=(r"아마|만약|만일|것 같|모르겠|일지도",),
    reported=(r"라고 (?:했|말|하|써|적)|에 따르면",),
    momentary=(r"일단|지금은|이번(?:에|만)|오늘|당분간|임시로",),
    complaint=(r"에러가|오류가|실패|안 (?:돼|됩|되)",),
    lasting=(r"항상|반드시|절대|앞으로|매번|언제나|모든",),
    order=(r".*(?:세요|주세요|해줘|하자|할 것|마|말 것|해라|십시오)[.!]*$",),
    habit=(r".*(?:하지 ?마(?:세요)?|지 ?마(?:세요)?|지 말 것|금지)[.!]*$",),
    wish=(r".*(?:선호합니다|선호해|좋아합니다|좋아해|싫어합니다|싫어해)",),
    convention=(r"이 프로젝트(?:는|에서는)|우리(?:는| 팀은)|규칙은",),
    decision=(r".*(?:하기로 (?:했|결정)|로 결정|를 선택했|을 선택했)",),
    cause=(r"원인은|때문에 .*(?:실패|오류|에러)|이 원인",),
    reason=(r"^왜냐하면",),
)
