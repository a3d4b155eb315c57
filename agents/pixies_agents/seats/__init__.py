"""Seats for people and programs: what asks somebody else for each decision."""
