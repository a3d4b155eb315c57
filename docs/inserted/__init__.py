"""What the pages say of results, made of tables: blocks of `cog` in the pages call it.

`make numbers` writes the blocks of all pages anew. The docs' build does so for what it builds, and
a test holds that the pages say the same.
"""
