"""pandas to Arrow, column by column. Needs pandas."""
