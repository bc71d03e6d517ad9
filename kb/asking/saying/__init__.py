"""From frames and outcomes back to words: restatements and answers in both languages, made, never stored."""
