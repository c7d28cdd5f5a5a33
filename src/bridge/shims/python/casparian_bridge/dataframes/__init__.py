"""Frames of pandas to Arrow, column by column; frames of polars that Arrow cannot carry. Each needs its library."""
