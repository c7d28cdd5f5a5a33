"""Why a bundle cannot be registered."""

from __future__ import annotations

import ast


class Problem(Exception):
    """The bundle cannot be registered; the position is a node of its source, or a line."""

    def __init__(self, message: str, file: str, place: ast.AST | int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = getattr(place, 'lineno', place)
