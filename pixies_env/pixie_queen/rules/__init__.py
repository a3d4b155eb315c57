"""The rules of Pixie Queen, one module per phase or idea, in the order of the rulebook."""
