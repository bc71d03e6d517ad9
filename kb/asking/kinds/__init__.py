"""Kinds of question: each module has the patterns of one kind in both languages, and a builder.

A kind registers itself with `@kind(name)` of `kb.asking.register`, which also has the order of the modules.
"""
