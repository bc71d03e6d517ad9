"""From words to clauses: a reader for each language, over the one book of words (`kb.asking.wordbook`)."""
