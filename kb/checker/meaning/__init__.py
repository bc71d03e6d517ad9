"""What the words of Oracle texts mean: references, predicates, amounts, conditions and patterns of events."""
