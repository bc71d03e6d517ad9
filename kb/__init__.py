"""The knowledge base: store, editions, terms, checker, questions, pages and commands."""
