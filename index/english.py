"""English text to stems: words, numbers and symbols, with the irregular forms that the rules use.

>>> stems("Damage that's dealt to untapped creatures")
['damag', 'that', 'deal', 'to', 'untap', 'creatur']
"""

from __future__ import annotations

import re
from functools import lru_cache

from whoosh.lang.snowball.english import EnglishStemmer

from index.fold import fold

_TOKEN = re.compile(
    r"""\{[^{}\s]{1,8}\}          # {2} {t} {u/r}
      | [+\-]?[0-9x*]+/[+\-]?[0-9x*]+(?![0-9a-z])  # +1/+1 2/2
      | [a-z]+(?:'[a-z]+)*        # player's
      | [0-9]+""",
    re.VERBOSE,
)
_IRREGULAR = {
    "dealt": "deal", "chose": "choose", "chosen": "choose", "drew": "draw", "drawn": "draw", "left": "leave",
    "lost": "lose", "won": "win", "became": "become", "began": "begin", "begun": "begin", "brought": "bring",
    "bought": "buy", "held": "hold", "kept": "keep", "paid": "pay", "said": "say", "gave": "give",
    "given": "give", "took": "take", "taken": "take", "spent": "spend", "sent": "send", "shown": "show",
    "threw": "throw", "thrown": "throw", "stole": "steal", "stolen": "steal", "fought": "fight",
    "foretold": "foretell", "forsook": "forsake", "forsaken": "forsake", "made": "make", "found": "find",
    "went": "go", "gone": "go", "goes": "go", "came": "come", "did": "do", "done": "do", "does": "do",
    "was": "be", "were": "be", "is": "be", "are": "be", "been": "be", "being": "be", "has": "have",
    "had": "have", "having": "have", "grew": "grow", "grown": "grow", "saw": "see", "seen": "see",
    "told": "tell", "meant": "mean", "sought": "seek", "wrote": "write", "written": "write", "broke": "break",
    "broken": "break", "dying": "die", "died": "die", "dies": "die", "dead": "die", "death": "die",
    "copies": "copy", "copied": "copy", "copying": "copy", "copyable": "copiable", "cast": "cast",
    "casts": "cast", "casting": "cast", "casted": "cast", "stood": "stand", "understood": "understand",
    "fell": "fall", "fallen": "fall", "ran": "run", "dice": "die_roll", "active": "active_", "defender": "defender_", "defenders": "defender_", "training": "training_", "lands": "land",
    "phases": "phase", "colour": "color", "colours": "color", "coloured": "colored", "grey": "gray",
    "players": "player", "libraries": "library", "library": "library", "tokens": "token", "tried": "try",
    "tries": "try", "trying": "try", "taught": "teach", "shrunk": "shrink", "sprung": "spring",
    "bound": "bind", "knew": "know", "known": "know", "thought": "think", "forgot": "forget",
    "forgotten": "forget", "beaten": "beat", "caught": "catch", "blew": "blow", "blown": "blow",
    "flew": "fly", "flown": "fly", "flying": "flying", "flies": "fly", "lied": "lie", "lying": "lie",
    "added": "add", "adding": "add", "sacrificed": "sacrifice", "sacrificing": "sacrifice",
    "referenced": "reference", "referencing": "reference", "refer": "reference", "refers": "reference",
    "blocker": "block", "blockers": "block", "caster": "cast", "trampler": "trample", "tramplers": "trample",
    "flyer": "flying", "flyers": "flying", "flier": "flying", "fliers": "flying", "tied": "tie", "tying": "tie", "lit": "light", "put": "put", "puts": "put", "putting": "put",
}  # fmt: skip
_POSSESSIVE = re.compile(r"'(?:s|d|ll|re|ve|m)?$")
_NOT = re.compile(r"n't$")

_FUNCTION_WORDS = """
    a an the of to in on at by for from with without into onto as is be am are was were been being do does
    did done have has had having can could may might must shall should will would i me my mine myself you your
    yours he him his she her hers it its itself they them their theirs we us our one's this that these those
    there here what which who whom whose when where why how if whether and or but nor so than then too very
    just also only still even ever never again same thing way happen happens happening mean means go get gets
    got getting let lets like want need know tell explain please work works exactly really actually anything
    something someone somebody anyone anybody everything up down out about over under any some all no not
    yes case possible question rule rules mtg magic gathering able allowed allow while because though
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words of questions and grammar: they weigh little in a query."""


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of one folded word.

    >>> [stem(word) for word in ("plotted", "abilities", "dealt", "chosen", "active", "activated")]
    ['plot', 'abil', 'deal', 'choos', 'active_', 'activ']
    """
    base = _IRREGULAR.get(word, word)
    if base.endswith("_") or not base.isascii() or not base.isalpha():
        return base
    return str(EnglishStemmer().stem(base))


def words(text: str) -> list[str]:
    """The words, numbers and symbols of an English text, folded, possessives cut.

    >>> words("The player's {2}{U/R} +1/+1 counter can't")
    ['the', 'player', '{2}', '{u/r}', '+1/+1', 'counter', 'can', 'not']
    """
    out: list[str] = []
    for token in _TOKEN.findall(fold(text)):
        if "'" in token:
            cut = _POSSESSIVE.sub("", token)
            if _NOT.search(cut):
                out += [_NOT.sub("", cut) if cut != "can't" else "can", "not"]
                continue
            out += [part for part in cut.split("'") if part]
        else:
            out.append(token)
    return out


def stems(text: str) -> list[str]:
    """The stems of an English text, in order, nothing left out.

    >>> stems("state-based actions")
    ['state', 'base', 'action']
    """
    return [stem(word) for word in words(text)]
