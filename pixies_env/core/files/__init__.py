"""Files that are whole, checked and nothing but data."""
