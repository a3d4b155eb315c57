"""The rules, one module per part, in the order of the rulebook."""
