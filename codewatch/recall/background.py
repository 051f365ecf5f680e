"""How common a word is before this store says anything about it: a small store must not take `file` for a rare word.

Shares are the larger of two: documents of eight repositories' histories, turns of long conversations (stems with a
share of 1 % and more; names and one project's own words are left out).
"""

PRIOR_DOCUMENTS = 500
_RARE_SHARE = 0.002

_COMMON = (
    (0.10, "add fix great help share test update"),
    (0.06, """ad all cool default differ doc document error feel file good handl last lot need new option other out part
     refactor remov support take thing time updat us use way work wrong chang code want"""),
    (0.03, """allow alwai anyth api appreci call cli come command commit config definit do exampl excit experi find
     function give glad group happen hard have hear import instead json kid know life list make mean method
     moment more much must name nice one paramet path peopl plai posit python return run set show someth sound
     talk togeth tough try type util valu version week"""),
    (0.02, """argument around back best big bug case check class configur deprec everyon except explain favorit friend
     gener happi hope idea key kind learn link long longer messag move natur next object off output own pass
     place plan pleas pull push put rais read recommend request right see sinc special stand start stop stori
     string tabl tell think through translat wait watch well word world write convert request summari second
     answer step bit minut hour todai tomorrow yesterdai tonight morn birthdai email letter photo pictur trip
     restaur laptop bui shop hous famili eat food"""),
    (0.01, """abl accept after again agre anoth avail base befor believ better both build busi care caus challeng clean
     color comment compat connect contain content context correct correctli creat current custom data date day
     debug delet depend detail detect determin dict directori disabl done down dure edit empti enabl end environ
     escap event ever execut exist explor face fail fals few field filter finish first follow format found free
     full goal grow happen hold home hook ignor implement improv includ increas incorrect info inform insid
     instal instanc intern invalid issu item job join keep kept later leav left less let level librari limit line
     live load local log low machin main mani manual match mayb mind miss mode modul month multipl never non note
     noth null number old onc open oper order over page pick plug point possibl prefer present previou print
     probabl problem process progress project prompt proper properli provid question quick quickli reach real
     reason recent refer regist releas relat remain rememb renam repeat replac report requir reset resolv respons
     result rest reus review rule same save script section select self send separ server simpl simpler simplifi
     size small sort sourc specif split stabl stage statu store structur stuff style success suggest support sure
     system tag temporari termin text tidi tool top total true two typo under understand undo until url user
     usual variabl via view visibl walk warn whole win within without wrote year"""),
)  # fmt: skip
# What a prompt is phrased with, whatever it is about. Memories hold these words more seldom than prompts do.
_ASKING = """
    again agre alreadi anoth anyth ask befor better check continu curiou current discuss everyth exactli explain
    find fine first follow forget give good happen heard help idea instead know let long matter mean mention
    mind more need new next now onc order pleas possibl put question rather reason recal remember remind right
    said say seem show someth start still suppos tell thing think thought time togeth tri understand use wait
    watch way without wonder work wrong"""
_ASKING_SHARE = 0.2
_SHARES = {stem: share for share, stems in reversed(_COMMON) for stem in stems.split()}
_SHARES.update(dict.fromkeys(_ASKING.split(), _ASKING_SHARE))
# Names that files of many projects have: one of them alone says little of which project is meant.
_COMMON_FILES = frozenset(
    """app api base build cache changelog changes cli client command commands common conf config configuration conftest
    constant constants contributing core data database db dockerfile error errors exception exceptions handler handlers
    helper helpers history html index init json lib license log logging main makefile mod model models package parser
    plugin plugins pyproject readme requirements route routes schema server settings setup test tests tox type types
    util utils version view views""".split()
)


def is_common_file(name: str) -> bool:
    """Return whether files called `name`, or the tests of such, are found in many projects."""
    stem = (name.rpartition(".")[0] or name).lower().strip("_.")
    return stem in _COMMON_FILES or stem.removeprefix("test_") in _COMMON_FILES


def documents_with(term: str) -> float:
    """Return in how many of `PRIOR_DOCUMENTS` imagined documents `term` stands."""
    return PRIOR_DOCUMENTS * _SHARES.get(term, _RARE_SHARE)
