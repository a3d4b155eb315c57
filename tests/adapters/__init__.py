"""Tests of the views for other libraries."""
