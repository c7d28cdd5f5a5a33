"""What happened, and where in the user's code."""
