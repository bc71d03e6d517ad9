"""What stands before a noun goes into it: whose it is, how many, what it is like, what it is a part of."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import Number as Amount
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.phrases import Phrase, measured
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import HasCounter, HasType, Number

_CALLED: Final = frozenset({"thing", "status", "pt", "color", "keyword", "subtype", "supertype"})


def into(head: Phrase, mod: Phrase, beside: bool = False) -> None:
    """Take a phrase that stands before the head, with の or directly, into it."""
    head.text = mod.text + head.text
    head.left += mod.left
    head.asks = head.asks or mod.asks
    if not _into(head, mod, beside):
        head.left.append(mod.text)


def _into(head: Phrase, mod: Phrase, beside: bool) -> bool:
    if mod.among:
        return _among(head, mod)
    if mod.kind == "ask" and mod.asks == "which" and head.kind in {"person", "thing"} and not head.asked:
        head.asked, head.asks = True, "who" if head.kind == "person" else "which"
        return not mod.clauses  # どちらのプレイヤー
    if mod.pronoun == "they" and mod.kind == "pronoun" and head.kind in _CALLED and not mod.clauses:
        head.definite = True  # それらのクリーチャー
        return True
    if mod.kind == "counter" and mod.holds:
        head.where.append(HasCounter(mod.what))
        return mod.count is None
    if mod.kind == "counter" and head.kind in _THINGS and isinstance(mod.count, int) and not mod.clauses:
        return _with_counters(head, mod)
    if mod.noun == "mana" and mod.kind == "amount" and head.kind in _THINGS and isinstance(mod.count, int):
        found = measured("mana value", mod.count, mod.op)
        head.where += [] if found is None else [found]
        return found is not None  # 0マナのアーティファクト
    if head.kind == "keyword" and not head.holds and len(head.words) == 1 and _bearer(mod) and not beside:
        head.kind, head.noun, head.ability, head.what = "ability", "ability", "keyword", head.words[0].name
        head.words, head.of = [], mod.mention()
        return True  # 謙遜のサイクリング
    if mod.kind == "person" and mod.person() is not None:
        return _owned(head, mod)
    if mod.kind == "count" or (mod.kind == "number"):
        return _numbered(head, mod)
    if (
        mod.kind == "nth"
        and mod.noun == "time"
        and mod.count in (1, 2)
        and head.kind in {"concept", "clause"}
    ):
        head.manner |= {"first" if mod.count == 1 else "second"}
        return True
    if mod.kind == "quantity":
        head.count = head.count if head.count is not None else mod.quantity
        return True
    if mod.kind == "step":
        return _timed(head, mod)
    if mod.kind == "zone":
        return _placed(head, mod)
    if mod.kind == "counter kind" and head.kind == "counter":
        head.what = mod.what
        return True
    if mod.kind == "change":
        return False
    if mod.kind == "subtype" and head.kind in {"thing", "name"}:
        head.where += mod.where
        head.whose = head.whose or mod.whose
        return True
    if (
        mod.kind == "keyword"
        and mod.word is not None
        and head.kind in {"ability", "concept", "amount"}
        and not mod.holds
    ):
        return (
            _done(head, Clause(mod.word.verbs[0], text=mod.text))
            if head.kind != "amount"
            else _described(head, mod)
        )
    if mod.kind == "clause" and mod.clause is not None:
        return _done(head, mod.clause)
    if head.kind == "clause" and mod.kind == "amount" and head.word is not None and _bare(mod):
        return mod.noun in wordbook().verbs[head.word.verbs[0]].reads.needs.get("amount", "").split(
            "/"
        )  # ライフ回復
    if (
        mod.kind == "thing"
        and head.kind == "thing"
        and _types(mod)
        and not mod.definite
        and mod.whose is None
        and not mod.clauses
        and (beside or head.noun in {"token", "spell", "card"})
    ):
        return _typed(head, mod, beside)
    if mod.kind == "color" and head.noun == "mana" and head.count is None and not mod.clauses:
        head.kind, head.what = "mana", "{" + str(getattr(mod.where[0], "color", "")) + "}"
        return True  # 赤マナ
    if mod.kind in {"keyword", "pt", "color", "supertype", "status"} and not mod.clauses:
        return _described(head, mod)
    if mod.noun == "empty" and head.kind == "zone":
        head.what = "empty"
        return True
    state = mod.word is not None and wordbook().verbs[mod.word.verbs[0]].kind == "state"
    if (
        mod.kind == "concept"
        and state
        and mod.word is not None
        and head.kind in {"thing", "name", "pt", "count", "pronoun"}
    ):
        head.clauses.append(Clause(mod.word.verbs[0], {"what": Mention(pronoun="same")}, text=mod.text))
        return True  # 召喚酔いのクリーチャー
    return _part(head, mod)


def _among(head: Phrase, mod: Phrase) -> bool:
    """クリーチャーのうち2体, 3体の中でどれ: so many of them."""
    if head.of is not None or head.clauses:
        return False
    if head.kind == "count" and head.unit in {"thing", "card"} and not head.asked:
        head.kind, head.pronoun, head.noun, head.unit = "pronoun", "ones", "", ""
    elif head.kind == "ask" and head.asks == "which":
        head.pronoun = "which"
    elif head.kind != "pronoun" or head.pronoun != "one":
        return False
    head.of = mod.mention()
    return True


_THINGS: Final = frozenset({"thing", "name", "pt", "subtype"})


def _with_counters(head: Phrase, mod: Phrase) -> bool:
    """カウンター2個の灰色熊."""
    if mod.count == 0:
        none = {"agent": Mention(pronoun="same"), "what": mod.mention()}
        head.clauses.append(Clause("have", none, text=mod.text))
    else:
        head.where.append(HasCounter(mod.what, Number(mod.count) if mod.count > 1 else None))
    return True


def _bare(mod: Phrase) -> bool:
    return mod.count is None and not mod.asked and mod.whose is None and mod.of is None and not mod.clauses


def _bearer(mod: Phrase) -> bool:
    """Whether it is a permanent, or a card, that can have an ability."""
    return mod.kind == "name" or (mod.kind == "pronoun" and mod.pronoun in {"it", "ones"})


def _owned(head: Phrase, mod: Phrase) -> bool:
    head.which = head.which or mod.which  # 次の自分のターン
    person = mod.person()
    if head.noun == "player" and head.kind == "person" and head.count is None and not head.clauses:
        head.noun = mod.noun  # 相手本体, 相手プレイヤー
        return True
    if head.kind == "quantity":
        if mod.noun != "player":
            return False  # 対戦相手全員
        head.kind, head.noun = "person", "each player"
        return True
    if head.kind == "zone":
        head.zone_of = person
    elif head.whose is None:
        head.whose = person
    else:
        return False
    return True


def _numbered(head: Phrase, mod: Phrase) -> bool:
    if mod.unit in {"thing", "card", "person"} and head.kind in {
        "amount",
        "ability",
        "concept",
        "zone",
        "clause",
    }:
        return _part(head, mod)  # もう1体のダメージ
    if head.count is not None or (head.kind == "step" and mod.unit != "turn"):
        return False
    if head.kind == "clause" and head.clause is not None:
        if mod.asked or not isinstance(mod.count, int):
            return False
        need = wordbook().verbs[head.clause.verb].reads.needs.get("amount", "").split("/")[0]
        head.clause = head.clause.filled(amount=Amount(mod.count, need))  # 3点ドレイン
    head.count = mod.count
    head.asked = head.asked or mod.asked
    head.unit = head.unit or mod.unit
    return True


def _timed(head: Phrase, mod: Phrase) -> bool:
    if head.kind == "ability" and not head.what and mod.whose is None and not mod.which:
        head.what = wordbook().nouns[mod.noun].means  # アップキープの誘発
        return True
    if head.noun == "damage" and mod.noun == "combat" and mod.whose is None:
        head.manner |= {"combat"}
        return True
    if head.kind != "step":
        return False
    head.whose = head.whose or mod.whose
    head.which = head.which or mod.which
    return True


def _placed(head: Phrase, mod: Phrase) -> bool:
    if head.kind in {"thing", "name", "ability", "pronoun", "count", "subtype", "counter"} and not head.zone:
        head.zone, head.zone_of = wordbook().nouns[mod.noun].means, mod.zone_of
        return True
    if head.kind in {"amount", "concept"} and head.of is None:
        head.of = mod.mention()
        return True
    return False


def _described(head: Phrase, mod: Phrase) -> bool:
    if head.kind == "ability" and mod.kind == "keyword" and not head.what:
        head.what = mod.words[0].name
        return True
    if head.kind in {"thing", "name", "pronoun", "count", "pt", "subtype", "keyword"}:
        head.words = [*mod.words, *head.words]
        head.where = [*mod.where, *head.where]
        head.whose = head.whose or mod.whose
        head.definite = head.definite or mod.definite
        if head.kind == "keyword" and mod.kind == "pt":
            head.kind = "pt"
        return True
    if head.kind in {"amount", "concept"} and mod.words:
        head.what = mod.words[0].name
        return True
    return False


_DONE_FOR: Final = frozenset({"cost", "die", "planar die", "roll", "effect", "damage", "trigger"})
"""Nouns that are called by what is done for them or by them: 召集のコスト, 観覧のサイコロ."""


def _done(head: Phrase, clause: Clause) -> bool:
    """Something that is done, before a noun: 観覧能力, 召集のコスト."""
    if head.kind == "ability" and not clause.roles and not head.what:
        head.what = clause.verb
        return True
    if head.noun in _DONE_FOR and not head.what:
        of = clause.roles.get("what")
        if isinstance(of, Mention) and set(clause.roles) <= {"what", "agent"} and head.of is None:
            head.of = of  # アトラクションの観覧のサイコロ
        elif clause.roles:
            return False
        head.what = clause.verb
        return True
    return False


def _types(phrase: Phrase) -> bool:
    row = wordbook().nouns.get(phrase.noun)
    return row is not None and row.filter is not None


def _typed(head: Phrase, mod: Phrase, beside: bool) -> bool:
    """クリーチャー・トークン, クリーチャー呪文, アーティファクト・クリーチャー."""
    row = wordbook().nouns[mod.noun]
    assert row.filter is not None
    own = wordbook().nouns[head.noun].filter
    both = own is not None and all(isinstance(one, HasType) for one in (*row.filter.where, *own.where))
    if (
        head.noun in {"token", "spell", "card", "permanent"}
        or mod.noun in {"token", "spell"}
        or (beside and both)
    ):
        head.where = [*row.filter.where, *mod.where, *head.where]
        head.words = [*mod.words, *head.words]
        head.whose = head.whose or mod.whose
        if head.count is None:
            head.count = mod.count
        return True
    return False


def _part(head: Phrase, mod: Phrase) -> bool:
    """A thing before a part of it, or before what it has."""
    if mod.kind not in {
        "thing",
        "name",
        "pronoun",
        "pt",
        "count",
        "subtype",
        "keyword",
        "ability",
        "person",
        "counter",
        "concept",
    }:
        return False
    if (
        head.kind == "ability"
        and mod.kind == "concept"
        and not head.what
        and not mod.clauses
        and mod.whose is None
    ):
        head.what = mod.noun  # 部屋の能力
        return True
    if head.kind in {"ability", "concept", "thing", "pronoun", "person", "name", "step"} and head.of is None:
        if head.kind == "name" or (head.kind == "thing" and head.of is not None):
            return False
        if mod.kind == "name" and head.noun in {"token", "target"}:
            return False  # a token that a card made is none of that card
        head.of = mod.mention()
        return True
    if head.kind in {"amount", "counter"} and head.whose is None:
        head.whose = mod.mention()
        return True
    return False
