"""Errors of a parser or of its result."""


class Fault(Exception):
    """An unusable parser, or a result that cannot be sent. It has its own explanation, so no traceback."""

    def __init__(self, kind, message, place=None):
        super().__init__(message)
        self.kind = kind
        self.place = place


def kind_of(value):
    return 'None' if value is None else f'of type {type(value).__name__}'
