"""A Python that has everything imported, and forks itself for each parser."""
