"""The grammar's tables: noun phrases, amounts, conditions, events, instructions, continuous effects, costs."""
