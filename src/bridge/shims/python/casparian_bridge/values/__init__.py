"""Single values in JSON's terms."""
