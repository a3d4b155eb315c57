"""One game at a time: states, positions, records, and how they are stored."""
