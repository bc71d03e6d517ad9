"""robots.txt as RFC 9309 has it: what it allows us, and how long it asks us to wait.

>>> rules = Robots("User-agent: *\\nDisallow: /private*\\nCrawl-delay: 3")
>>> rules.allows("https://example.org/private/x"), rules.allows("https://example.org/"), rules.delay
(False, True, 3.0)
"""

from __future__ import annotations

from protego import Protego

PRODUCT = "mtg-kb"
"""Our name in robots.txt and at the head of the User-Agent."""


class Robots:
    """The rules of one site; an empty text allows everything."""

    def __init__(self, text: str = "") -> None:
        self._rules = Protego.parse(text)

    def allows(self, url: str) -> bool:
        """Whether we may fetch the address."""
        return bool(self._rules.can_fetch(url, PRODUCT))

    @property
    def delay(self) -> float:
        """Seconds between two requests that the site asks for, 0 where it asks for none.

        >>> Robots().delay
        0.0
        """
        return float(self._rules.crawl_delay(PRODUCT) or 0)
