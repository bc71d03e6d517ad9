"""Predicates on the walk: which phrases each takes, and what it becomes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.reading.japanese import closed
from kb.asking.reading.japanese.forms import verbs
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.nominal import begins
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.relatives import Relatives
from kb.asking.reading.japanese.tail import Tail, judged, key, tail
from kb.asking.reading.japanese.tokens import FORMAL, Token
from kb.asking.reading.japanese.walk import SUPPOSED

_CHANGES: Final = frozenset({"修整", "修正"})
_PUTS: Final = frozenset({"する", "できる", "行う", "かける", "掛ける", "与える", "つける"})
_FULL: Final = frozenset({"ある", "ない", "いる", "なる"})


class Predicates(Relatives):
    """Takes predicates."""

    def is_predicate(self) -> bool:
        """Whether a predicate stands here."""
        return self.predicate_at(self.at)

    def predicate_at(self, at: int) -> bool:
        """Whether a predicate stands there."""
        if at >= len(self.tokens):
            return False
        one = self.tokens[at]
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        if one.kind in {"change", "name"}:
            after = [key(each) for each in self.tokens[at + 1 : at + 3]]
            able = one.kind == "change" and (
                after[:1] == ["できる"] or after in (["って", "できる"], ["は", "できる"])
            )
            return able or (following is not None and key(following) == "する")
        if one.kind == "aux" and one.lemma == "できる":
            return at == self.at and self._doable() is not None
        if not one.verbs and judged(self.tokens, at, Tail())[0]:
            return at == self.at and self._doable() is not None
        if not one.verbs:
            if one.kind == "aux" and one.lemma == "する" and at == self.at:
                return {"に", "を"} <= {item.particle for item in self.items} or self._becomes()
            some = bool(self.items) or bool(self.mods) or one.lemma == "なる"
            return one.kind == "aux" and one.lemma in _FULL and some
        if not one.suru:
            return True
        if following is None or following.kind == "end":
            return not (self.items and self.items[-1].phrase.kind == "clause")
        if following.kind == "aux" and following.lemma in {"する", "できる", "いたす"}:
            return True
        if following.kind == "comma":
            return any(item.particle in {"を", "が", "に"} for item in self.items)
        if following.text == "を" and one.text in _CHANGES and at + 2 < len(self.tokens):
            return self.tokens[at + 2].lemma in _PUTS
        if following.text == "を" and at + 2 < len(self.tokens):
            return self.tokens[at + 2].lemma in {"する", "できる", "行う"}
        if following.text in {"って", "は", "も", "が"} and at + 2 < len(self.tokens):
            return self.tokens[at + 2].lemma in {"できる", "可能", "する"}
        return following.kind == "p" and following.pos[1] == "終助詞"

    def _becomes(self) -> bool:
        """撃って3/1にする: what was spoken of is made that."""
        only = self.items[0] if len(self.items) == 1 else None
        size = only is not None and only.phrase.kind == "pt" and not only.phrase.clauses
        return size and only is not None and only.particle == "に" and bool(self.made)

    def _doable(self) -> Item | None:
        """予顕は…できる: what is done stands apart."""
        spoken = (item for item in self.items if item.topic or item.particle == "が" or item.also)
        return next((item for item in spoken if item.phrase.word is not None), None)

    def _may_do(self) -> bool:
        """予顕はできる, サーチは無理: the deed stands before as a noun."""
        one = self.tokens[self.at]
        size, said = (1, Tail(can=True)) if one.lemma == "できる" else judged(self.tokens, self.at, Tail())
        doable = self._doable() if size else None
        if doable is None or doable.phrase.word is None:
            return False
        self.items.remove(doable)
        if doable.phrase.count is not None:  # 3点ドレイン
            count = Phrase("count", "", count=doable.phrase.count, unit=doable.phrase.unit)
            self.items.append(Item(count, "を"))
        rest = tail(self.tokens, self.at + size)
        told = replace(rest, can=said.can, must=said.must, negated=said.negated != rest.negated)
        told = replace(told, anymore="already" in self.manner and said.negated)
        self.manner -= {"already"} if told.anymore else set()
        self.at += size + told.size
        self._use(doable.phrase.word, told)
        return True

    def predicate(self) -> None:
        """The predicate that stands here."""
        one = self.tokens[self.at]
        if not one.verbs and self._may_do():
            return
        if one.text in _CHANGES and self.text(1) == "を" and self.lemma(2) in _PUTS:
            self.at += 2  # -2/-2の修整をかける
        elif one.suru and self.text(1) == "を" and self.lemma(2) in {"する", "できる", "行う"}:
            self.at += 1 + (self.lemma(2) == "行う")  # 探索をする, 計画を行う
        elif one.suru and self.text(1) in {"は", "も"} and self.lemma(2) == "する":
            self.at += 1  # ブロックはされなかった
        told = tail(self.tokens, self.at + 1)
        if one.kind == "name" and any(item.particle == "を" for item in self.items):
            self.items = [
                replace(each, particle="に") if each.particle == "を" else each for each in self.items
            ]
        if one.kind == "change":
            self.items.append(Item(Phrase("change", one.text, what=one.text)))
            one = replace(one, verbs=("pump",), book="修整")
        elif one.kind == "name":
            cards = tuple(dict.fromkeys(card.name for card in one.value))
            self.items.append(Item(Phrase("name", one.text, cards=cards), "を"))  # ショックされる
            one = replace(one, verbs=("cast",), book="撃つ")
        if one.can:
            told = replace(told, can=True)
        if one.kind == "aux":
            told = replace(told, negated=not told.negated) if one.lemma == "ない" else told
            form = {"ない": "ある", "する": "なる"}.get(one.lemma, one.lemma)
            book = "にする" if one.lemma == "する" else form  # ライフを0にする
            if one.lemma == "する" and self._becomes():
                self.items.append(Item(Phrase("pronoun", "", pronoun="zero"), "を"))
            one = replace(one, verbs=verbs().get(form, ()), book=book)
        if one.book == "どうなる":
            self.asks = "how"
        told = self._voice(told)
        self.at += 1 + told.size
        if not one.verbs:
            self.unread.append(one.text)
            return
        if self.mods:
            # Xの対象にする, Xのコントロールを得る, カウンターの乗ったクリーチャー
            marks = "で" if "target" in one.verbs else "を" if "を" in one.book else "が"
            mod = self.mods.pop()
            self.leave(mod)
            self.items.append(Item(mod, marks))
        self._use(one, told)

    def _use(self, one: Token, told: Tail) -> None:
        before = self._adnominal(told)
        if before == "formal" and self.text() == "まま" and (stays := self._stays()) is not None:
            told = replace(told, past=False, state=True, asked=stays.asked, link=stays.link)
            told = replace(told, negated=told.negated != stays.negated)
            self.manner.add("still")
            before = ""
        if before == "formal" and self.text() == "状態" and self.text(1) == "に" and self.lemma(2) == "する":
            self.at += 3  # 計画された状態にする
            more = tail(self.tokens, self.at)
            self.at += more.size
            told = replace(more, passive=False)
            before = self._adnominal(told)
        if before == "formal" and self.text() == "状態" and self.text(1) == "の":
            self.at += 2
            before = "noun"
        if self.kind() == "close" and before == "noun":
            self.closes()
        if before == "noun":
            self.relative(told, one)
        elif before == "の":
            self.nominal(told, one)
        elif before == "か":
            self.whether(told, one)
        else:
            items = self._mine(told, before == "formal")
            found = self.best(one, items, told)
            self.finish(found, told, one, before != "formal" and told.link in {"て", "たり"})
            if before == "formal":
                self.formal(self.made[-1])

    def _stays(self) -> Tail | None:
        """残ったまま？, 追放されたままになる: まま as the end of a clause."""
        place = self.at + 1
        if self.text(1) == "に" and self.lemma(2) == "なる":
            place += 2
        rest = tail(self.tokens, place)
        end = place + rest.size
        over = end >= len(self.tokens) or self.tokens[end].kind == "end"
        if not over and not (rest.size and rest.link in {"けど", "ので", "のに", "なら", "と"}):
            return None
        self.at = end
        return rest

    def _voice(self, told: Tail) -> Tail:
        """られる: "can" at the end of what is asked, passive where somebody does it or it is over."""
        if not told.passive:
            return told
        places = range(self.at + 1, self.at + 1 + told.size)
        place = next((at for at in places if self.tokens[at].lemma in {"れる", "られる"}), None)
        if place is None:
            return told
        mark, stem = self.tokens[place], self.tokens[place - 1]
        if mark.lemma == "れる":
            able = stem.text[-1:] in "えけげせてでねべめれいきぎしちにびみり" and stem.lemma != "する"
            return replace(told, passive=not able, can=told.can or able)
        if (
            stem.lemma in {"させる", "せる"}
            or told.past
            or told.state
            or told.link in {"たら", "て", "ても", "と"}
        ):
            return told
        done = any(item.particle == "を" for item in self.items)
        agents = any(
            item.particle in {"に", "によって"} and item.phrase.kind == "person" for item in self.items
        )
        agents = agents and not done
        return told if agents else replace(told, passive=False, can=True)

    def _adnominal(self, told: Tail) -> str:
        """What follows a predicate that nothing joins: a noun, の or こと, a formal noun, か, or nothing."""
        one = self.here()
        if told.asked and self._embedded():
            return "か"
        if told.link or told.asked or one is None:
            return ""
        if one.kind == "formal" and one.text in FORMAL:
            return "formal"
        if told.recent and one.text == "の" and begins(self.tokens, self.at + 1):
            self.at += 1
            return "noun"
        if (one.text == "の" and one.kind == "p") or one.text in {"こと", "事"}:
            return "の"
        if one.kind == "close" and begins(self.tokens, self.at + 1):
            return "noun"
        if one.kind in {"comma", "close"} or told.renyou:
            return ""
        quantity = one.kind == "manner" and one.text in closed.QUANTITIES
        return "noun" if begins(self.tokens, self.at) or quantity or self.predicate_at(self.at) else ""

    def _embedded(self) -> bool:
        """上げるかどうか選ぶ, 何をコピーするか決める."""
        if self.text() == "どう" and self.text(1) == "か":
            return True
        own = [one.text for one in self.tokens[self.at : self.at + 2]] in (["自分", "で"], ["私", "で"])
        if own and self.tokens[self.at + 2 : self.at + 3] and "choose" in self.tokens[self.at + 2].verbs:
            return True  # どれを生け贄に捧げるか自分で選べる
        ahead = self.kind() == "p"
        return self.kind(ahead) == "verb" or (
            self.kind(ahead) in {"noun", "verb"} and self.lemma(ahead + 1) == "する"
        )

    # -- taking phrases ------------------------------------------------------------------------------------

    def _mine(self, told: Tail, formal: bool) -> list[Item]:
        """The phrases that a predicate takes; a topic waits for what is said of it."""
        if told.link == "て" and not formal:
            mine = [item for item in self.items if not self._later(item)]
            self.items = [item for item in self.items if self._later(item)]
            return mine
        if not (formal or told.link in SUPPOSED | {"ので", "のに"}):
            items, self.items = self.items, []
            return items
        mine = [item for item in self.items if not item.topic or item.particle]
        self.items = [item for item in self.items if item.topic and not item.particle]
        return mine

    def _later(self, item: Item) -> bool:
        """A thing as topic is left to the main clause: XはYを払わずに出る."""
        return item.topic and not item.particle and item.phrase.kind not in {"person", "step"}
