"""Results of parse(): recognised, split, collected into frames."""
