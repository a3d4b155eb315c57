"""Studies: many games, cut in pieces that are kept, and what they say."""
