"""Phrases on the walk: what stands before a noun goes into it, and its particle says how it is used."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import ME, Person
from kb.asking.mentions import Clause
from kb.asking.reading.japanese.alike import alike, states
from kb.asking.reading.japanese.filling import fill
from kb.asking.reading.japanese.marking import Item
from kb.asking.reading.japanese.merging import into
from kb.asking.reading.japanese.nominal import begins, number_of, phrase
from kb.asking.reading.japanese.particles import Particles
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.singles import verb_goes_on
from kb.asking.reading.japanese.tail import Tail, tail
from kb.asking.reading.japanese.tokens import FORMAL
from kb.asking.reading.japanese.walk import AFTER, AIMS, BEFORE, MOMENTS, WHILE, Made

_JOINS: Final = frozenset({"と", "や", "か", "とか"})
_HOW: Final = {
    "中": "during",
    "前": "before",
    "後": "after",
    "以降": "after",
    "まで": "until",
    "内": "during",
    "時": "at",
}
_SEVERAL: Final = frozenset({"thing", "name", "pronoun", "count", "pt", "subtype"})
_SELF: Final = Person("self")
_ADJECTIVES: Final = frozenset(
    {"person", "keyword", "pt", "color", "supertype", "status", "count", "quantity"}
)


class Naming(Particles):
    """Takes phrases."""

    def phrase(self) -> None:
        """The phrase that begins here."""
        found, self.at = phrase(self.tokens, self.at)
        self.take(found)

    def take(self, found: Phrase) -> None:
        """A phrase with what stands before it, and the particle after it."""
        adjective = (
            self.text() == "の"
            and self.kind() == "p"
            and (found.kind in _ADJECTIVES or found.pronoun == "they")
            and not found.holds
        )
        lacking = self.text() == "で" and self.text(1) == "ない" and begins(self.tokens, self.at + 2)
        while self.mods:
            self._into(found, self.mods.pop())
        self._own(found)
        if not lacking and not (adjective and begins(self.tokens, self.at + 1)):
            self.attach(found)
        if found.asks and not self.asks:
            self.asks = found.asks
        if self._suffix(found):
            return
        if self.text() in _JOINS and self.kind() == "p" and self._joins():
            self.joined.append(found)
            self.at += 1 + (self.kind(1) == "comma")
            return
        if self.text() == "の" and self.kind() == "p":
            self._of(found)
            return
        self._placed(found)

    def _own(self, found: Phrase) -> None:
        """自分 is who asks, unless another was named before who may be meant."""
        if any(
            item.phrase.kind == "person"
            and item.phrase.noun not in {"I", "oneself"}
            and (item.topic or item.particle == "が")
            for item in self.items
        ):
            return
        if found.noun == "oneself":
            found.noun = "I"
        found.whose = ME if found.whose == _SELF else found.whose
        found.zone_of = ME if found.zone_of == _SELF else found.zone_of

    def _keywords(self, found: Phrase) -> bool:
        """接死と先制攻撃持ち: both are had by one thing."""
        if (
            not found.holds
            or found.kind != "keyword"
            or not self.joined
            or any(one.kind not in {"keyword", "pt"} for one in self.joined)
        ):
            return False
        found.words = [word for one in (*self.joined, found) for word in one.words]
        found.where = [where for one in (*self.joined, found) for where in one.where]
        found.text = "と".join(one.text for one in (*self.joined, found))
        self.joined = []
        return True

    def leave(self, found: Phrase) -> None:
        """What found no place in a phrase is unread."""
        self.unread += found.left
        found.left = []

    def _placed(self, found: Phrase) -> None:
        self._keywords(found)
        self.leave(found)
        before = self.at
        particle, topic, manner, also = self.particles()
        sole = any(one.text == "しか" for one in self.tokens[before : self.at])
        item = Item(
            found,
            particle,
            topic,
            manner=manner | ({"also"} if also else set()),
            also=also and not particle,
            sole=sole,
        )
        if found.noun == "target" and particle == "に" and self.items and self.items[-1].particle == "を":
            self.items[-1].particle = "に"  # Xを対象に撃つ
            return
        if (
            particle == "で"
            and ((found.asked and found.kind == "count") or found.noun == "target")
            and not also
        ):
            self.unread.append(item.text)  # 毒は何個で, 対象1枚で
        if particle == "で" and also and found.kind == "count" and found.unit in {"point", "card", "thing"}:
            item.particle = particle = ""  # 1点でも
        if particle == "で" and found.what == "respond" and found.kind == "clause" and not found.clauses:
            self.link = "response"  # 対応で
            return
        if particle == "で" and not also and self._so_many(found):
            return
        if also and found.kind == "count" and found.asked:
            found.asked, found.asks, found.count = False, "", "several"  # 何枚も, 何度でも
            self.asks, item.manner = "", item.manner - {"also"}
        if also and found.kind == "ask":
            self.unread.append(found.text + "も")  # 誰も, 何も: that is no question
            self.asks = ""
            return
        if found.pronoun == "same" and not found.clauses:
            spoken = next((one for one in self.items if one.topic and not one.particle), None)
            if spoken is not None:  # Xは自身が出たとき
                item.phrase = found = spoken.phrase
                found.definite = True
        if all(alike(one, found) for one in self.joined):
            item.others, self.joined = self.joined, []
        last = self.items[-1] if self.items else None
        if (
            particle == "で"
            and also
            and found.kind == "count"
            and not found.unit
            and last is not None
            and last.particle == "が"
        ):
            item.phrase = found = self._measured(found, last)  # ライフが20でも
        if particle == "で" and not topic and self.may_be(item):
            return
        if particle == "で" and also and states(found):
            self.be(item, Tail(link="ても"))
            return
        if (
            not particle
            and not topic
            and not also
            and self.kind() == "comma"
            and found.kind not in {"step", "count"}
        ):
            item.topic = True
        if particle in {"", "と"} and (topic or not particle) and self._copula(item):
            return
        self.items.append(item)

    def _so_many(self, found: Phrase) -> bool:
        """ライブラリーが0枚で: so many are there."""
        last = self.items[-1] if self.items else None
        if last is None or last.particle != "が" or last.phrase.kind != "zone" or found.unit != "card":
            return False
        self.items.pop()
        told = {"what": found.mention(), "at": last.phrase.mention()}
        there = Clause("be in zone", told, link=self.link, text=found.text)
        self.made.append(Made(there, Tail(link="て"), self.sentence))
        self.link = "then"
        return True

    def _into(self, head: Phrase, mod: Phrase) -> None:
        """A phrase with の before another; of something done it is what it is done to, or who does it."""
        counted = mod.kind == "count" and mod.unit not in {"thing", "card"}
        if head.kind == "clause" and head.word is not None and mod.kind != "step" and not counted:
            order = ("が", "を") if mod.kind in {"person", "count"} else ("を", "が")
            for particle in order:
                tried = [
                    fill(name, head.word.book, [Item(mod, particle)], Tail()) for name in head.word.verbs
                ]
                best = max(tried, key=lambda one: one.score)
                if not best.left:
                    head.clause = best.clause
                    head.text = f"{mod.text}の{head.text}"
                    head.left += mod.left
                    return
        if head.kind == "person" and mod.noun == "life" and isinstance(mod.count, int) and head.person():
            has = {"agent": head.person(), "what": mod.value()}  # ライフ1の相手
            self.made.append(Made(Clause("have", has, link=self.link, text=mod.text), Tail(), self.sentence))
            self.link = "then"
            return
        if mod.pronoun == "same" and not mod.clauses:
            mod.pronoun = "it"  # 自身の能力
        into(head, mod)

    def _suffix(self, found: Phrase) -> bool:
        """戦闘中, ダメージ前, 終了時."""
        text = self.text()
        if found.kind == "step" and text in _HOW and self.kind() in {"formal", "word", "p"}:
            found.how = _HOW[text]
            self.at += 1
        elif (
            found.clause is not None
            and (text in {"前", "後"} or (text == "時" and self.kind() == "formal"))
            and self.text(1) in {"に", "は", "で", "、", "の"}
        ):
            self.leave(found)
            self.made.append(Made(found.clause, Tail(), self.sentence))
            self.formal(self.made[-1])
            return True
        elif found.noun == "damage" and text in {"前", "後"}:
            found.manner = frozenset()
            found.kind, found.noun, found.how = "step", "combat damage", _HOW[text]
            self.at += 1
        return False

    def _joins(self) -> bool:
        """Whether と joins this phrase to the next one."""
        ahead = self.at + 1
        if ahead < len(self.tokens) and self.tokens[ahead].kind == "comma":
            ahead += 1
        if ahead < len(self.tokens) and self.tokens[ahead].kind == "open":
            return True
        done = self.tokens[ahead : ahead + 2]
        if len(done) == 2 and done[0].suru and verb_goes_on(done[1]):
            return False  # Xと格闘する
        later = self.tokens[ahead].kind in {"formal", "manner"} if ahead < len(self.tokens) else False
        return later or (begins(self.tokens, ahead) and self.tokens[ahead].kind != "ask")

    def _of(self, found: Phrase) -> None:
        """の: it goes into the noun that comes."""
        self.at += 1
        formal = self.here()
        if (
            found.kind == "person"
            and formal is not None
            and (
                (formal.kind == "p" and formal.text in {"は", "が", "を", "も", "と", "に", "より", "だけ"})
                or (formal.kind == "aux" and formal.lemma in {"だ", "です"})
            )
        ):
            self.take(Phrase("pronoun", found.text + "の", pronoun="ones", whose=found.person()))  # 自分のは
            return
        if (
            formal is not None
            and formal.text in {"ほう", "せい", "おかげ", "方"}
            and self.text(1) in {"で", "が", "は", "を", "も"}
        ):
            self.at += 1
            self.take(found)
            return
        timed = formal is not None and formal.kind == "formal" and not begins(self.tokens, self.at)
        if self._among(found):
            return
        if timed and formal is not None and formal.text in FORMAL and self._of_time(found, formal.text):
            return
        if found.kind == "person" and self.joined and all(one.kind == "person" for one in self.joined):
            found = Phrase("person", found.text, noun="each player")
            self.joined = []
        last = self.items[-1] if self.items else None
        if found.kind == "count" and not found.unit and last is not None and last.particle == "が":
            found = self._measured(found, last)
        self.mods.append(found)

    def _among(self, found: Phrase) -> bool:
        """クリーチャーのうち, 3体の中で: some of them come next."""
        if self.text() not in {"うち", "中"} or found.kind not in _SEVERAL or found.holds:
            return False
        size = 1
        while self.text(size) in {"で", "から", "の", "、", "は"}:
            size += 1
        if self.kind(size) not in {"count", "ask"} and self.text(size) not in {"片方", "一方"}:
            return False
        found.among = True
        self.at += size
        self.mods.append(found)
        return True

    def _measured(self, number: Phrase, last: Item) -> Phrase:
        """忠誠度が0のプレインズウォーカー."""
        if last.phrase.kind != "amount":
            return number
        self.items.pop()
        number_of(last.phrase, number)
        return last.phrase

    def _of_time(self, found: Phrase, text: str) -> bool:
        done = found.clause
        if found.kind == "keyword" and found.word is not None and not found.holds:
            done = fill(found.word.verbs[0], found.word.book, [], Tail()).clause
        if done is not None:
            self.leave(found)
        if text in AIMS and done is not None:
            self.at += 1 + (self.text(1) == "に")
            self.items.append(Item(Phrase("clause", found.text, clause=done), "ために"))
            return True
        if found.is_time():
            found.how = (
                "during"
                if text in WHILE
                else "before"
                if text in BEFORE
                else "after"
                if text in AFTER
                else "at"
            )
            self.at += 1
            self.take(found)
            return True
        if done is not None:
            self.made.append(Made(done, Tail(), self.sentence))
            self.formal(self.made[-1])
            return True
        if text in MOMENTS | WHILE:
            self.leave(found)
            self.be(Item(found), Tail(), supposed=True)
            self.formal(self.made[-1])
            return True
        return False

    def _copula(self, item: Item) -> bool:
        """A noun as the predicate: 〜です, 〜なら, 〜？"""
        one = self.here()
        told: Tail | None = None
        last = one is None or one.kind == "end"
        if item.topic and not item.particle and last and item.phrase.noun in {"size", "power", "toughness"}:
            return self.how_much(item)
        if item.topic and item.particle == "と" and last:
            self.items.append(Item(item.phrase, "", True))
            item = Item(Phrase("ask", "何", asked=True, asks="what"))
            self.asks = "what"
            told = Tail(asked=True)
        elif item.topic or item.particle:
            return False
        elif one is None or one.kind == "end":
            told = Tail()
        elif (one.kind == "aux" and one.lemma in {"だ", "です"}) or (one.text == "で" and self.not_being(1)):
            told = self._being_so(one.text)
        elif (
            one.kind == "p"
            and one.text in {"か", "かな", "っけ"}
            and (one.pos[1] == "終助詞" or self.kind(1) in {"end", "comma"})
        ):
            told = Tail(asked=True, size=1)
        if told is None:
            return False
        self.be(item, told)
        return True

    def _being_so(self, text: str) -> Tail:
        if text in {"じゃ", "で"} and self.not_being(1):
            place = 1 + (self.text(1) == "は")
            rest = tail(self.tokens, self.at + place)
            return Tail(negated=rest.negated, link=rest.link, asked=rest.asked, size=rest.size + place)
        told = tail(self.tokens, self.at)
        if text in {"じゃ", "で"} and not told.link:
            return Tail(link="て", size=told.size)
        return told
