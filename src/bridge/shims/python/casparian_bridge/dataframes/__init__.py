"""Frames of pandas to Arrow, column by column, and frames of polars that Arrow cannot hold. Needs the library."""
