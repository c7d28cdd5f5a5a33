"""What parse() gave: recognised, taken apart, gathered into frames."""
