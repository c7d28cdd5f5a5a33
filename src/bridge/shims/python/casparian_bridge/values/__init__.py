"""Single values as JSON."""
