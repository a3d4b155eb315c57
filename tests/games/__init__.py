"""Small games behind the seam, for tests of everything generic."""
