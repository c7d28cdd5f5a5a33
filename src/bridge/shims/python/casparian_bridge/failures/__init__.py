"""What happened, and where in the user's own code."""
