"""What is wrong with a parser or with its result."""


class Fault(Exception):
    """A parser that cannot be used, or a result that cannot be sent: ours to explain, so it has no traceback."""

    def __init__(self, kind, message, place=None):
        super().__init__(message)
        self.kind = kind
        self.place = place


def kind_of(value):
    return 'None' if value is None else f'of type {type(value).__name__}'
