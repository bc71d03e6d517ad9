"""The particles after a phrase: its case, は, も, だけ, ずつ and the compounds (に対して, によって, として)."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import Manner
from kb.asking.reading.japanese.walk import Walk

_CASES: Final = frozenset({"が", "を", "に", "へ", "で", "と", "から", "まで", "より"})
_TOPICS: Final = frozenset({"は", "って"})
_ONLY: Final = frozenset({"だけ", "のみ", "しか", "ばかり"})


class Particles(Walk):
    """Takes particles."""

    def particles(self) -> tuple[str, bool, frozenset[Manner], bool]:
        """Case, whether it is a topic, words beside the verb, and whether も stood there."""
        particle, topic, also = "", False, False
        manner: set[Manner] = set()
        while self.at < len(self.tokens):
            one, text = self.tokens[self.at], self.text()
            if text == "と" and self.text(1) == "し" and self.text(2) == "て":
                particle = "として"
                self.at += 3
            elif text == "に" and self.text(1) in {"よっ", "対し", "とっ", "つい"} and self.text(2) == "て":
                particle = {"よっ": "によって", "対し": "に"}.get(self.text(1), "は")
                self.at += 3
            elif text == "まで" and self.tokens[self.at - 1].kind == "count" and self._at_most():
                self.most = True
                self.at += 1
            elif one.kind == "p" and text in _CASES and not particle and one.pos[1] != "終助詞":
                if text == "で" and self.not_being(1):
                    break
                particle = text
                self.at += 1
            elif one.kind == "p" and text in _TOPICS:
                topic = True
                self.at += 1
            elif one.kind == "p" and text in _ONLY:
                manner.add("only")
                self.at += 1
            elif one.kind == "p" and text == "も":
                also = True
                self.at += 1
            elif one.kind == "p" and text == "でも":
                particle, also = "で", True
                self.at += 1
            elif one.kind == "p" and text == "ずつ":
                manner.add("separately")
                self.at += 1
            else:
                break
        return particle, topic, frozenset(manner), also

    def _at_most(self) -> bool:
        """何枚まで: how many at most."""
        before = self.tokens[self.at - 1]
        return before.value == "asked" and before.lemma in {"体", "枚", "個", "つ", "回", "人", "度"}

    def not_being(self, ahead: int) -> bool:
        """ではない, でなくても: で of being."""
        ahead += self.text(ahead) == "は"
        return self.lemma(ahead) == "ない"
