"""Compilation of rules and kernels, its disk cache, and random numbers for compiled code."""
