"""The words by which a Spanish sentence asserts something (no accents)."""

from .tongue import Tongue, patterns

SPANISH = Tongue(
    words="""el la un los las una con para por siempre nunca jamas hay que debe deben antes despues sin favor usa usar
        usamos usaremos esto esta este cada todos todas quiero prefiero lo se del porque pero aqui ahora cuando
        evita hagas pongas nada mi elegimos hemos vamos nos nuestra nuestro venia era fue falta tienen partir
        espanol ingles nuevas solo titulos mensajes nombres seguimos optamos si mejor lugar como muy mas sigue son
        ser""",
    leads=patterns(
        r"(?:por favor|porfa|y|pero|ok|vale|si|ojo|por cierto|ademas|tambien|importante|nota|recuerda(?: que)?|bueno"
        r"|entonces|resulta que|gracias|acuerdate (?:de )?(?:que)?|debes|tienes que|hay que|que)[,:.!]*\s+",
    ),
    question=patterns(
        r"[¿?]|\bpor que\b",
        r"^(?:(?:y|pero|ok) )*(?:por que (?!si)|como (?!regla|norma|siempre)|que (?:es|hay|pasa|opinas|prefieres|tal"
        r"|hace)|cual(?:es)?|quien|donde|cuanto|puedes|podrias|podemos|deberiamos|debo|debemos|tienes|sabes|prefieres"
        r"|es mejor|sera|seria|crees)\b",
    ),
    hypothetical=patterns(
        r"\b(?:quizas?|tal vez|a lo mejor|supongamos|supongo|imagina\w*|podria\w*|seria|creo que|me pregunto"
        r"|puede que|probablemente|no se (?:si|de|que|por|donde|cual|como)|no estoy segur\w|y si|si \w+(?:ramos|semos"
        r"|ara|iera|iese)|deberiamos)\b",
    ),
    reported=patterns(
        r"\b(?:dice|dicen|dijo|dijeron|segun|escribio|comento|afirma|recomienda|recomiendan|sugiere|menciona|opina"
        r"|piensa|cuenta que|pone que)\b",
    ),
    momentary=patterns(
        r"\b(?:opcion|variante|version|propuesta) [a-d1-4]\b|\b(?:primera|segunda) (?:opcion|propuesta|version"
        r"|solucion)",
        r"\b(?:por ahora|de momento|antes de \w+r (?:esto|eso)|cuando (?:acabes|termines)|antes de hacer commit de"
        r"|antes de abrir el|por el momento|por hoy|hoy|esta vez|como excepcion|excepcionalmente|temporalmente"
        r"|provisional\w*|todavia no|aun no|ayer|manana|ahora mismo|mas tarde|luego|otra vez|para despues|un momento"
        r"|(?:para|en) est[ea] (?!proyecto|repo|codigo|equipo|app)\w+|(?<!de )(?<!desde )ahora)\b",
    ),
    specific=patterns(
        r"\b(?:el|la|este|esta|ese|esa|su|aqui) (?!codigo|documentacion|docs|estilo|guia|convencion|proyecto)\S+"
        r"|\b(?:al|del) \S+",
    ),
    complaint=patterns(
        r"\b(?:funciona|falla|fallan|roto|rota|cuelga|error(?:es)? (?:\w+ )?(?:sale|aparece|ocurre|pasa)|fastidio"
        r"|lento|siempre lo mismo|sale (?:un|el) error|se rompe|tarda|peta|aunque (?:el|la|esta)|deshabilitad\w+"
        r"|muestra|vaci[oa]s?|todavia)\b",
        r"\b(?:boton(?:es)?|modal|dialogo|formulario|lista|pagina|iconos?|logo|menu|grafic\w+|usuarios?|clic"
        r"|azul(?:es)?|verdes?|rojos?|color(?:es)?|campos?)\b|^(?:tenemos|tengo) que\b|\bno entiendo\b",
    ),
    lasting=patterns(
        r"\b(?:siempre|nunca|jamas|(?:a partir|de|desde) (?:de )?ahora(?: en adelante)?|de aqui en adelante"
        r"|en el futuro|en adelante|cada (?:vez|commit|pr|push|merge|cambio|funcion|archivo)|antes de (?:cada|hacer"
        r"|tocar|cambiar|modificar|commit|push|editar|borrar|mergear|subir)\w*|despues de cada|en general|por defecto"
        r"|unicamente|solo usa|sin (?:mi|que yo|preguntar\w*|avisar\w*|consultar\w*|permiso)\b|en todas partes"
        r"|bajo ningun concepto|en ningun caso|sistematicamente|exclusivamente|antes de (?!\S+ (?:esto|eso)\b)\w+r\b"
        r"|cuando (?!acabes|termines|puedas)\w+[ae]s\b|si (?:tienes|no estas))\b",
    ),
    general=patterns(
        r"\b(?:todos|todas|cada|ningun|ninguna|todo|toda)\b",
    ),
    order=patterns(
        r"(?:usa|use|usen|utiliza|utilice|escribe|escriba|escribi|pon|ponga|pone|haz|haga|hace|responde|responda"
        r"|contesta|corre|corra|ejecuta|lanza|evita|evite|manten|mantener|guarda|pregunta(?:me)?|muestra(?:me)?"
        r"|muestrame|ensename|sigue|respeta|nombra|anade|agrega|crea|comenta|documenta|formatea|prueba|revisa"
        r"|avisa(?:me)?|dime|explica(?:me)?|habla(?:me)?|trabaja|deja|pide(?:me)?|consulta(?:me)?|trata|separa"
        r"|importa|prefiere|commitea|pushea|mergea|instala|borra|cambia|toca|usar|escribir|poner|hacer|correr"
        r"|ejecutar|preguntar|responder)\b",
        r"(?:no|nunca|jamas|siempre) (?!funciona|falla|entiendo|veo|se por|muestra|encuentro|puedo|se\b|es\b|me\b"
        r"|hay\b|lo mismo)\w+ \S+",
    ),
    short=patterns(
        r"cuando (?!acabes|termines|puedas)\w+[ae]s .*, \S+",
        r"(?:a partir de ahora|de ahora en adelante|desde ahora|en el futuro|antes de cada|despues de cada"
        r"|siempre)\b,? \S+ \S+",
        r"(?:quiero|queremos|necesito|me gustaria|quisiera|hay que|se debe)\b",
        r"(?!(?:el|la|los|las|lo|un|una|mi|tu|su|yo|ello|eso|esto|se|cuando|si|es|esta|este"
        r"|nos)\b)\S+ (?:\S+ ){0,3}(?:siempre|nunca|unicamente)\b",
    ),
    task=patterns(
        r"(?:cambia|arregla|corrige|mueve|actualiza|borra|elimina|quita|agrega|anade|crea|implementa|refactoriza|mira"
        r"|miralo|busca|revisa|explica|muestra|sube|baja|instala|ejecuta|renombra|empieza|sigue(?! \S)|continua"
        r"|genera|reemplaza|anade|haz un|pon un|escribe un|analiza|comprueba|prueba|aumenta|reduce|renombra|normaliza"
        r"|depura|despliega|reinicia|migra|convierte|integra|optimiza|deduplica|mete|entrena|copia|carga|envia|limpia"
        r"|simplifica|toma|haz que|escribe el|pide|corre los)(?:me|lo|la)?\b",
        r"solo \w+ (?:el|la|los|las)\b",
        r"(?:quiero|necesito|quisiera|me gustaria) (?:que \w+ (?:el|la|un|una|este|esta)\b|\w+[aei]r\b)",
    ),
    habit=patterns(
        r"(?:los |las )?(?:mensajes?|comentarios?|docstrings?|nombres?|titulos?|respuestas?|variables"
        r"|logs)\b.*\b(?:en (?:ingles|espanol|plural|\w+_case)|de menos de|de \d+|cort[oa]s?)",
        r"\S+ para (?:los|las|todos|todas|cada|nombres)\b",
        r"soy (?:un |una )?(?:desarrollador\w*|ingenier\w+|principiante|data|estudiante|programador\w*|disenador\w*)",
        r"(?:usa|use|utiliza|prefiere|escribe|pon)\w* (?:\S+ ){1,6}?(?:en (?:vez|lugar) de|antes que|y no)\b",
        r"(?:usa|use|utiliza|prefiere|escribe)\w* (?:\S+ ){0,4}\S+, (?:no|nunca|nada de)\b",
        r"(?:usa|use|utiliza|usar) (?!el|la|los|las|un|una|este|esta|ese|esa)\S+ (?:para|en) (?:todos?|todas?|las|los"
        r"|cada)\b",
        r"(?:mejor|prioriza|priorizar|prefiere|preferir) \S+ (?:\S+ )*(?:que|sobre|a)\b|(?:sigue|seguir|respeta"
        r"|respetar|cinete a) \S+",
        r"(?:manten|mantener) (?:las|los|tus) (?:\S+ ){1,3}(?:cortos?|cortas?|pequen\w+|simples|breves|concis\w+)",
        r"(?:pregunta(?:me)?|avisa(?:me)?|consulta(?:me)?)\b(?! (?:al|a la)\b)|(?:muestrame|dime|ensename) (?:primero"
        r"|antes)",
        r"(?:recuerda|ten en cuenta) que\b",
        r"no (?!funciona|falla|se\b|es\b|me\b|hay\b|te preocupes|esta\b|hubo|hace falta|pasa nada|olvides)\w+(?:es|as"
        r"|eis|ais)\b \S+",
        r"no (?:usar|poner|hacer|escribir|tocar|agregar|anadir|subir|mezclar|importar|commitear|use|ponga|haga"
        r"|toque)\b \S+",
        r"(?:nada de|ni un(?:a)? solo|prohibid\w+|esta prohibido|evita|evite|evitar|deja de|dejen de|se prohibe"
        r"|no se (?:debe|puede|permite)n?)\b \S+",
    ),
    wish=patterns(
        r"(?:prefiero|preferimos|preferiria|odio|detesto|no (?:quiero|queremos|soporto|aguanto)|no me gustan?"
        r"|no nos gustan?|me gustan? (?!como|el\b|la\b|lo\b|mucho|asi|eso|esto)|soy fan|(?:quiero|queremos"
        r"|me gustaria|quisiera) que (?:los|las|todos|todas|cada|todo|siempre|nunca))\b ?\S+",
    ),
    convention=patterns(
        r"\b(?:en|para) (?:este|nuestro|el) (?:proyecto|repo|repositorio|equipo|codigo)\b|\ben nuestro equipo\b"
        r"|^aqui (?!prefiero|usa|no|tienes|esta|va\b|hay|dejo)",
        r"\b(?:convencion|regla|norma|estandar|politica)(?:es|s)?\b(?: \S+){0,4}(?::| es\b| dice\b| son\b)",
        r"\b(?:todos|todas|cada|ningun|ninguna|todo|toda) (?:\S+ ){1,6}(?:deben?|tienen? que|van?|son|es|estan?"
        r"|empiezan?|llevan?|heredan?|usan?|se \w+n?|vive|viven|necesitan?|contienen?)\b",
        r"^(?:el|la|los|las) (?:\S+ ){1,6}(?:deben?|tienen? que|se (?:llama|nombra|guarda|escribe|define|pone|crea"
        r"|importa)n?|siempre (?:va|se|son|es|esta|lleva|usa)n?|(?:va|van|son|estan|llevan) siempre)\b",
        r"^(?:el|la|los|las|nuestr\w+) (?:\S+ ){1,4}(?:no )?(?:se (?:guarda|almacena|escribe|versiona|genera|registra"
        r"|resetea|edita|toca|prueba|valida|despliega|expone|cachea|ordena|traduce)n?|(?:esta|estan|son|va|van|vive"
        r"|viven|corre|corren|empieza|empiezan|usa|usan|contienen?|llevan?|siguen?|heredan?|loguean?|expiran?"
        r"|caducan?|terminan?)) (?!mal\b|rot|vaci|deshab)\S+",
        r"^(?:el|la|los|las) (?:\S+ ){1,3}(?:solo (?:\w+) |habla|escucha)|^(?:solo|solamente) (?:el|la|los|las) ",
        r"^(?:usamos|utilizamos|escribimos|nombramos|guardamos|ponemos|seguimos la|seguimos el|documentamos"
        r"|trabajamos|desplegamos|testeamos|commiteamos|solemos) \S+ \S+",
    ),
    decision=patterns(
        r"(?:hemos|he|se ha) (?:finalmente )?(?:decidido|elegido|optado|escogido|acordado|adoptado|abandonado"
        r"|migrado)\b",
        r"(?:decidimos|decidi|elegimos|elegi|escogimos|optamos|opte|acordamos|adoptamos|abandonamos|descartamos"
        r"|migramos) \S+",
        r"(?:vamos (?:con|a (?:usar|utilizar|mantener|quedarnos|migrar|seguir|cambiar))|nos quedamos|me quedo con"
        r"|seguimos con|usaremos|utilizaremos|mantendremos|mantenemos|pasamos a|cambiamos a|dejamos|apostamos por"
        r"|migraremos) \S+",
        r"(?:usamos|utilizamos|guardamos|hacemos) .*\b(?:porque|ya que|pues|dado que|en vez de|en lugar de)\b",
        r"(?:hemos|quitamos|cambiamos|reemplazamos|sacamos|eliminamos|eliminado|\w+amos|\w+imos) .*\b(?:porque|ya que"
        r"|pues|dado que|en (?:vez|lugar) de|para que)\b",
        r"\S+ se (?:queda|mantiene)n? (?:en|con) .*\b(?:porque|ya que|pues)\b",
        r"(?:usemos|vayamos con|quedemonos|cambio de planes?|nuevo plan)\b[:,]? \S+",
        r"(?:decision|decidido|acordado)(?: final| tomada)? ?: ?\S+",
        r".*\b(?:en vez de|en lugar de) .*\b(?:porque|ya que|puesto que|dado que)\b",
    ),
    undecided=patterns(
        r"\b(?:todavia no|aun no|no hemos|no he decidido|antes de decidir)\b",
    ),
    cause=patterns(
        r"\b(?:lent[oa]|rot[oa]|vaci[oa]|colgad[oa]|fallaba|tardaba|caia)\b.*\b(?:porque|por culpa de)\b",
        r"\b(?:causa|razon|motivo|origen|culpable)\b(?: \S+){0,5} (?:era|fue|es|esta|estaba|viene)\b|\b(?:causa|razon"
        r"|motivo)(?: \S+){0,4} ?: ?\S+",
        r"\b(?:problema|bug|error|fallo|crash|timeout|fuga|caida|deadlock|bloqueo|lentitud|eso"
        r"|esto)\b(?: \S+){0,4} (?:venia|viene|provenia|proviene|se debia|se debe|se debio|era por|fue por|es por"
        r"|era que|fue que|se produ\w+ (?:por|porque|al)|ocurr\w+ porque|lo causaba|lo causo|estaba en)\b",
        r"\b(?:problema|bug|error|fallo) (?:era|fue|es) (?:un|una|el|la|que|por)\b",
        r"\b(?:fue|era|es|estaba|ha sido) (?:causad[oa]|provocad[oa]|culpa|debid[oa]|por culpa|a causa)\b",
    ),
    unknown=patterns(
        r"\b(?:no se (?:de|cual|que|por)|desconocid\w+|no (?:es|era|fue) (?:la|el)|no esta clar\w|busca\w*|encuentra"
        r"|averigua)\b",
    ),
    reason=patterns(
        r"^(?:porque|ya que|pues|asi|de lo contrario|si no|puesto que|dado que|motivo|razon)\b",
    ),
)
