"""The words by which a French sentence asserts something (no accents)."""

from .tongue import Tongue, patterns

FRENCH = Tongue(
    words="""le la un les du une dans pour avec sur nous vous je toujours jamais ne pas faut que qui avant apres
        sans aux cette doit doivent utilise utiliser sont parce etait c' d' j' l' n' qu' s' desormais chaque
        ecris evite mets tous toutes notre nos chez tu te moi venait mon des francais anglais""",
    leads=patterns(
        r"(?:s'il (?:te|vous) plait|stp|svp|merci de|et|mais|donc|alors|ok|oui|non|au passage|aussi|attention|note"
        r"|important|rappel|bon|sinon|par contre|d'ailleurs|tu dois|tu devrais|il faut|faut|pense a"
        r"|retiens (?:bien )?qu(?:e|')|n'oublie pas (?:que|de)|que)[,:.! ]*\s*(?=\S)",
    ),
    question=patterns(
        r"\?\W*$|\bpourquoi\b",
        r"^(?:(?:et|mais|ok|bon|alors) )*(?:pourquoi|comment|est-ce qu|qu'est-ce|quel(?:le)?s?\b|qui\b|ou est|combien"
        r"|faut-il|peux-tu|pouvez-vous|pourrai[st]-|(?:tu|vous) (?:peux|pouvez|pourrais|preferes|preferez|penses"
        r"|crois)|peut-on|as-tu|devrait-on|doit-on|dois-je|c'est quoi|y a-t-il|sais-tu)",
    ),
    hypothetical=patterns(
        r"\b(?:peut-etre|et si|imagin\w+|suppos\w+|pourrai(?:t|s|ent)|faudrait|probablement|je me demande|j'hesite"
        r"|je (?:ne |n')?(?:sais pas|suis pas sur)|sais pas|je (?:pense|crois) que|sans doute|eventuellement"
        r"|au cas ou|si (?:on|nous|je|tu|vous|l'on) \w+(?:ait|ais|ions|iez))\b",
    ),
    reported=patterns(
        r"(?<!autrement )(?<!comme )\b(?:dit|disait|disent|dixit|affirme|pretend|recommande|conseille|mentionne"
        r"|pense qu|a ecrit|ecrit qu|m'a (?:dit|ecrit)|trouve qu)\b|\bd'apres\b|^selon\b",
    ),
    momentary=patterns(
        r"\b(?:option|variante|version|proposition) [a-d1-4]\b|\b(?:premiere|deuxieme|seconde) (?:option|proposition"
        r"|version|solution|approche)",
        r"\b(?:pour l'instant|pour le moment|pour l'heure|en ce moment|cette fois|aujourd'hui|exceptionnellement"
        r"|provisoirement|temporairement|pas encore|quand tu (?:as|auras) (?:fini|termine)|hier|demain|ce soir"
        r"|encore une fois|tout de suite|vite fait|plus tard|(?:pour|dans) (?:ce|cet|cette) (?!projet|repo|depot|code"
        r"|equipe|appli)\w+|(?<!partir de )(?<!des )maintenant|mets juste|juste (?:un|une|le|la|cette|ce))\b",
    ),
    specific=patterns(
        r"\b(?:la|le|(?<!que )ce|cet|cette|son|sa|ici) (?!code|doc\w*|style|guide|convention|projet)\S+"
        r"|\bl'(?!anglais|ecran)\S+|\bici\b",
    ),
    complaint=patterns(
        r"\b(?:marche|fonctionne|plante|casse|galere|penible|erreur arrive|echoue|bloque|lent|rame|saoule|bug arrive"
        r"|ca (?:ne )?\w+ (?:toujours|jamais)|alors que|pourtant|desactive\w*|encore|affiche\w*|vide)\b",
        r"\b(?:boutons?|modale?s?|dialogue|formulaire|liste|page|icones?|logo|menu|graphique|utilisateurs?|clique\w*"
        r"|clic|bleue?s?|verts?|rouges?|couleurs?|champs?)\b|^(?:il|on|nous) (?:faut|doit|devons)\b"
        r"|\bcomprends? pas\b",
    ),
    lasting=patterns(
        r"\b(?:toujours|jamais|desormais|dorenavant|a partir de maintenant|des maintenant|a l'avenir|systematiquement"
        r"|partout|chaque (?:fois|commit|pr|push|merge|changement|modif\w*|release|fonction|fichier)|avant (?:chaque"
        r"|tout|toute|de (?:commit|push|modif|chang|merg|touch)\w*)|apres chaque|en general|par defaut|uniquement"
        r"|en aucun cas|autant que possible|sans (?:me |mon |ma |m')(?:demander|accord|permission|consulter|prevenir"
        r"|en parler)\w*|d'abord un|exclusivement|obligatoirement|sous aucun pretexte|retiens|souviens-toi"
        r"|avant de (?!\S+ (?:ca|cela)\b)\w+r\b|quand tu (?!as|auras|peux)|sauf (?:demande|si je)|lorsque)\b",
    ),
    general=patterns(
        r"\b(?:tous les|toutes les|tout|chaque|aucune?)\b",
    ),
    order=patterns(
        r"(?:ne |n')?(?:utilis|met|mett|lanc|ajout|committ?|push|pouss|modifi|touch|evit|prefer|privilegi|gard"
        r"|respect|suiv|demand|montr(?:e-moi)?|pos|execut|nomm|rang|laiss|supprim|chang|cre|test|verifi|expliqu|parl"
        r"|install|document|format|tutoi|pass|deploi|merg|sign|ecriv|repond|prefix|stock|emploi|import|limit|indent"
        r"|comment|separ|trait|regroup|renvoi|log|appel)(?:e|es|ez|er|s|re|ds)?(?:-moi)?\b",
        r"(?:ne |n')?(?:fais|faites|faire|ecris|ecrire|mets|mettre|reponds|dis|prends|prendre|suis|montre|previens"
        r"|attends|sois|reste|tiens)(?:-moi)?\b",
    ),
    short=patterns(
        r"quand tu (?!as|auras|peux)\w+ .*, \S+",
        r"(?:toujours|jamais|desormais|dorenavant|a partir de maintenant|a l'avenir|systematiquement|avant chaque"
        r"|apres chaque)\b,? \S+ \S+",
        r"(?!(?:le|la|les|l'|il|elle|ils|elles|ca|c'|ce|je|j'|tu|on|nous|vous|mon|ma|mes|un|une|y|quand"
        r"|si)\b)\S+ (?:\S+ ){0,3}(?:toujours|jamais|systematiquement|uniquement|partout)\b",
        r"(?:je (?:veux|voudrais|souhaite|prefererais)|j'aimerais|il (?:ne )?faut)\b",
    ),
    task=patterns(
        r"(?:modifi|corrig|ajout|supprim|deplac|renomm|cre(?!er de )|implement|regard|cherch|trouv|affich|refactor"
        r"|expliqu|montr|verifi|install|repar|change|commenc|continu|remplac|passe|augment|redui|genere|execut|analys"
        r"|fix|normalis|dedupliqu|redemarr|debugg?|migr|converti|integr|optimis|deploi|test|demande (?:une "
        r"|la )?confirmation|copi|charg|envoi|simplifi|nettoi|lanc)(?:e|es|ez|er|is|s)?\b",
        r"\w+ (?:juste|seulement) (?:la|le|les|l')",
        r"(?:fais|ecris|mets) (?:-?moi |juste )?(?:un|une|le|la|les)\b",
        r"(?:je (?:veux|voudrais|souhaite)|j'aimerais) (?:que tu \w+ (?:le|la|l'|les|ce|cette|un|une)\b|\w+er\b)",
    ),
    habit=patterns(
        r"(?:les |des |du )?(?:messages?|commentaires?|docstrings?|noms?|titres?|reponses?|variables"
        r"|logs)\b.*\b(?:en (?:anglais|francais|\w+_case)|au (?:pluriel|singulier)|de moins de|de \d+|courte?s?)",
        r"(?:utilis|prefer|privilegi|emploi|employ|prends|prendre|garde|ecris|mets)\w* (?:\S+ ){1,6}?(?:au lieu d"
        r"|plutot qu|et (?:pas|non)\b)",
        r"(?:utilis|prefer|privilegi|emploi|employ)\w* (?:\S+ ){0,4}\S+, (?:pas|jamais|non)\b",
        r"(?:utilis|emploi|employ|privilegi)\w* (?:des|du|d') ?\S+|(?:prefere|preferer|privilegi\w+)\b \S+",
        r"\S+er (?:de |des |les )?\S+ (?:\S+ )*plutot qu",
        r"(?:garde|gardez|garder) (?:les|des|tes) (?:\S+ ){1,3}(?:courte?s|petite?s|simples|concise?s|atomiques)",
        r"(?:respecte|suis|suivre|respecter|tiens-t'en a|reste sur) (?:les |la |le )?\S+",
        r"(?:du|des|de la|de l') ?\S+ pour (?:les|tous|toutes|chaque)\b|(?:utiliser|employer) (?:des|du|de) ?\S+",
        r"je suis (?:un |une )?(?:developpeu\w+|ingenieur\w*|debutant\w*|data|etudiant\w*|designer|architecte)",
        r"demande(?:-moi| avant| moi|z-moi| d'abord)\b|(?:montre|dis|donne)-moi d'abord|previens-moi avant",
        r"(?:retiens|note) que\b",
        r"(?:ne |n')(?:\w+ )?(?:\w+ )?(?:pas|jamais|plus|rien)\b \S+",
        r"\w+e[sz]? (?:pas|jamais) (?:de|d'|des|aux?|les?|la|sur|dans)\b",
        r"(?:pas|plus|jamais|surtout pas) (?:de |d')(?!souci|probleme|panique|chance|changement|difference|erreur"
        r"|quoi|bol|resultat|stress|nouvelles?\W*$)\S+ \S+",
        r"(?:aucune?|plus jamais|interdi\w+ (?:de|d'|:)|il (?:ne |n')?(?:faut|est) (?:pas|jamais|interdit)"
        r"|arrete (?:de|d')|evite|evitez|eviter) ?\S+",
    ),
    wish=patterns(
        r"(?:je (?:prefer\w+|deteste|hais|refuse|ne (?:veux|supporte|souhaite) (?:pas|plus|jamais)|veux pas"
        r"|n'aime pas|suis (?:fan|partisan)|(?:veux|souhaite|voudrais) (?:que (?:les|tous|toutes|chaque|mes|nos|tout)"
        r"|uniquement))|j'(?:aime (?:pas|mieux|les|bien les)|adore les|aimerais que (?:les|tous|toutes|chaque))"
        r"|nous preferons|on prefere|je tiens a)\b",
    ),
    convention=patterns(
        r"\b(?:dans|sur) (?:ce|notre|le) (?:projet|repo|depot|code|equipe)\b|\bchez nous\b|\bdans l'equipe\b",
        r"\b(?:convention|regle|norme|standard|politique)s?\b(?: \S+){0,4} ?(?::| est\b| c'est\b| veut\b)",
        r"\b(?:tous|toutes|chaque|aucune?|tout|toute) (?:\S+ ){1,6}(?:doi(?:t|vent)|est|sont|a|ont|commence\w*"
        r"|herite\w*|porte\w*|va|vont|utilise\w*|passe\w* par|contient|retourne\w*|renvoie\w*|vivent|vit)\b",
        r"^(?:les|la|le|l') ?(?:\S+ ){1,6}(?:doi(?:t|vent)|(?:sont|est|vont|va) (?:toujours|jamais|tous"
        r"|uniquement))\b",
        r"^(?:les|la|le|l'|nos|notre) ?(?:\S+ ){1,3}(?:ne \w+ qu|ecoute|parle)|^seule?s? (?:le|la|les|l')",
        r"^(?:les|la|le|l'|nos|notre) ?(?:\S+ ){1,4}(?:sont|est) (?:\S+ )?(?:stocke|ecrit|nomme|prefixe|versionne"
        r"|genere|protege|range|valide|teste|enregistre|defini|traduit|chiffre|reinitialise|trie|gere|limite|place"
        r"|en |dans |sous )\S*",
        r"^(?:les|la|le|l'|nos|notre) ?(?:\S+ ){1,4}(?:commence|fini|utilise|contien|loggue?|log|herite|suiv|suit"
        r"|expire|tourne|vivent|vit|vont|va|restent|se trouve|ne contien|n'utilise|passe)\w* \S+",
        r"\b(?:on|nous) (?:nomm|ecri|utilis|stock|rang|met|mett|test|deploi|committ?|document|vers|format|prefix|suit"
        r"|respect|log|separ|travaill)\w* \S+ \S+",
    ),
    decision=patterns(
        r"(?:on|nous) (?:a|avons) (?:finalement |donc )?(?:choisi|decide|opte|retenu|tranche|adopte|abandonne|migre"
        r"|bascule|remplace)\b",
        r"j'ai (?:finalement |donc )?(?:choisi|decide|opte|retenu|adopte|abandonne)\b",
        r"(?:on|nous) (?:part(?:ons)?|prend|prenons|garde|gardons|reste|restons|passe|passons|choisit|abandonne"
        r"|bascule|migre|va (?:utiliser|prendre|garder|partir|rester)|allons (?:utiliser|prendre|garder|partir"
        r"|rester)) \S+",
        r"(?:on|nous) \w+ .*\b(?:parce qu|car\b|puisqu|vu qu|au lieu de|plutot qu|afin)",
        r"(?:on|nous|j') ?(?:a|avons|ai|s'est|nous sommes) .*\b(?:parce qu|car\b|puisqu|vu qu|au lieu d|plutot qu"
        r"|pour (?:que|garder|eviter)\b)",
        r"\S+ (?:reste|restent) (?:en|a|sur|au) .*\b(?:parce qu|car\b|puisqu|sinon)",
        r"(?:on s'est|nous nous sommes) mis d'accord|(?:changement de plan|nouveau plan)\b",
        r"(?:decision|decide|choix)(?: prise| final)? ?: ?\S+",
        r"(?:partons|restons|gardons|prenons|utilisons|passons) \S+ \S+",
        r".*\b(?:au lieu de|plutot que) .*\b(?:parce qu|car\b|puisqu|vu qu)",
    ),
    undecided=patterns(
        r"\b(?:pas encore|n'a pas|n'avons pas|avant de choisir|pas decide)\b",
    ),
    cause=patterns(
        r"\b(?:lente?s?|casse|plantait|plante|vide|rouge|echouait|bloque|bloquait|ralenti)\b.*(?:parce qu|a cause d"
        r"|car\b)",
        r"\b(?:cause|raison|origine|coupable)\b(?: \S+){0,5} (?:etait|est|vient|venait)\b|\b(?:cause"
        r"|raison)(?: \S+){0,4} ?: ?\S+",
        r"\b(?:probleme|bug|erreur|souci|crash|plantage|timeout|fuite|deadlock|blocage|lenteur|panne"
        r"|ca)\b(?: \S+){0,4} (?:venait|vient|provient|provenait|etait du\b|est du\b|etait due|est due|etait cause"
        r"|est cause|resultait) ?\S*",
        r"\b(?:probleme|bug|souci|erreur),? (?:c'est|c'etait|etait|est) (?:que|qu'|un|une|le|la|l')",
        r"\b(?:etait|est|ete|sont) (?:causee?s?|provoquee?s?|dues?|du) (?:par|a|au|aux|a l')\b|\bc'(?:etait"
        r"|est) a cause d",
        r"\bc'(?:etait|est) la faute d",
    ),
    unknown=patterns(
        r"\b(?:ne sais pas|sais pas|inconnu\w*|pas clair|cherche\w*|trouve(?:r)? la|aucune idee|n'est pas"
        r"|n'etait pas)\b",
    ),
    reason=patterns(
        r"^(?:parce qu|car\b|puisqu|sinon|comme ca|vu qu|ca (?:evite|permet)|raison)",
    ),
)
