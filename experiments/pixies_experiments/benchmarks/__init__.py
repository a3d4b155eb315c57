"""What `pixies bench` measures; the table of figures is in `figures`."""
