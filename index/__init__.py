"""Documents in, hits out: analysis, engines and bilingual search."""
