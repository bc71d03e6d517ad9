"""What can go wrong while fetching: each error names the address and says it in both languages.

>>> error = HttpError("https://example.org/x", 404)
>>> error.en
'https://example.org/x: the server answered 404 (Not Found)'
>>> isinstance(error, OSError)
True
"""

from __future__ import annotations

from http import HTTPStatus


class FetchError(OSError):
    """Base of them; `en` and `ja` are for people, `url` is the address asked for."""

    def __init__(self, url: str, en: str, ja: str) -> None:
        self.url = url
        self.en = f"{url}: {en}"
        self.ja = f"{url}：{ja}"
        super().__init__(self.en)


class HttpError(FetchError):
    """The server answered, but not with the thing."""

    def __init__(
        self, url: str, status: int, en: str = "", ja: str = "", *, retry_after: float = 0.0
    ) -> None:
        self.status = status
        self.retry_after = retry_after
        """Seconds that the server asks to wait."""
        name = f"{status} ({_phrase(status)})"
        super().__init__(
            url,
            f"the server answered {name}{f'; {en}' if en else ''}",
            f"サーバーが {name} を返しました{f'。{ja}' if ja else ''}",
        )


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "unknown status"


class Unreachable(FetchError):  # noqa: N818
    """No whole answer came: no connection, a timeout, a body that stopped."""

    def __init__(self, url: str, why: str, why_ja: str) -> None:
        super().__init__(url, f"no answer: {why}", f"応答がありません：{why_ja}")


class Damaged(FetchError):  # noqa: N818
    """A body that is not what its headers say: cut off, or no gzip."""

    def __init__(self, url: str, why: str, why_ja: str) -> None:
        super().__init__(url, f"damaged answer: {why}", f"応答が壊れています：{why_ja}")


class Refused(FetchError):  # noqa: N818
    """We will not fetch it: robots.txt, a limit of ours, an address that is none."""


class WrongContent(FetchError, ValueError):  # noqa: N818
    """Something else than was asked for: a web page where a text was expected."""

    def __init__(self, url: str, expected: str, found: str) -> None:
        super().__init__(
            url,
            f"expected {expected}, the server sent {found}",
            f"{expected} のはずが、{found} が送られてきました",
        )


class NotCached(FetchError, KeyError):  # noqa: N818
    """Asked to stay offline, and no response is on disk."""

    def __init__(self, url: str) -> None:
        super().__init__(
            url,
            "not on disk, and the network is not to be used",
            "保存された応答がなく、ネットワークは使わない設定です",
        )

    def __str__(self) -> str:
        return self.en
