"""Animated records: one HTML file that plays a game, and GIF."""
