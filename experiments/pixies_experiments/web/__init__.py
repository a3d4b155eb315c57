"""A table to play at: in the browser and in the terminal, against agents and other people."""
