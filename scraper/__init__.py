"""Bytes in, documents out: fetching, decoding and parsing the sources."""
