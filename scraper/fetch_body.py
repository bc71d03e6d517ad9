"""A body as it streams in: unpacked, counted, limited, and refused where it is not what it claims.

We unpack by ourselves because a library that unpacks a chunk at a time has no limit for what one chunk holds.

>>> import gzip
>>> b"".join(unpack([gzip.compress(b"text")], "gzip", "u", 100))
b'text'
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Iterator

from scraper.fetch_errors import Damaged, Refused

ACCEPTED = "gzip, deflate"
_STEP = 1 << 16
_GZIP, _ZLIB, _RAW = 31, 15, -15


def unpack(chunks: Iterable[bytes], encoding: str, url: str, limit: int) -> Iterator[bytes]:
    """The unpacked bytes of a body in pieces of at most 64 KiB.

    Raises Refused when there are more than `limit` bytes (packed or unpacked) or the encoding was not asked
    for, Damaged when the bytes are no gzip or end too early.

    >>> list(unpack([b"not packed"], "gzip", "u", 100))
    Traceback (most recent call last):
    ...
    scraper.fetch_errors.Damaged: u: damaged answer: it says gzip, but the bytes are none (b'not packed')
    """
    name = encoding.strip().casefold()
    if name in ("", "identity"):
        pieces: Iterator[bytes] = iter(chunks)
    elif name in ("gzip", "x-gzip", "deflate"):
        pieces = _inflate(chunks, name, url, limit)
    else:
        raise Refused(
            url,
            f"packed as {encoding!r}, which was not asked for (expected {ACCEPTED})",
            f"要求していない圧縮形式です：{encoding!r}（使えるのは {ACCEPTED}）",
        )
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > limit:
            raise too_large(url, limit)
        yield piece


def too_large(url: str, limit: int) -> Refused:
    """The error for a body over the limit.

    >>> too_large("u", 10).en
    'u: larger than the limit of 10 bytes'
    """
    return Refused(url, f"larger than the limit of {limit:,} bytes", f"上限の {limit:,} バイトを超えています")


def _inflate(chunks: Iterable[bytes], name: str, url: str, limit: int) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(_ZLIB if name == "deflate" else _GZIP)
    packed, started = 0, False
    for chunk in chunks:
        packed += len(chunk)
        if packed > limit:
            raise too_large(url, limit)
        if not started and name == "deflate" and chunk and (chunk[0] & 0x0F) != 8:
            unpacker = zlib.decompressobj(_RAW)  # some servers send it without its two bytes of header
        started = started or bool(chunk)
        data = chunk
        while data:
            if unpacker.eof:  # a further member
                unpacker = zlib.decompressobj(_GZIP)
            try:
                piece = unpacker.decompress(data, _STEP)
            except zlib.error:
                raise Damaged(
                    url,
                    f"it says {name}, but the bytes are none ({chunk[:20]!r})",
                    f"{name} とされていますが、そうではありません（{chunk[:20]!r}）",
                ) from None
            if piece:
                yield piece
            data = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
            if not data and not unpacker.eof and len(piece) == _STEP:
                data = yield from _drain(unpacker)
    if started and not unpacker.eof:
        raise Damaged(url, f"the {name} data ends too early", f"{name} のデータが途中で終わっています")


def _drain(unpacker: zlib._Decompress) -> Generator[bytes, None, bytes]:
    """What is left inside when all input is taken but a piece was full."""
    while not unpacker.eof:
        piece = unpacker.decompress(b"", _STEP)
        if not piece:
            break
        yield piece
    return unpacker.unused_data if unpacker.eof else b""
