"""The position of a failure in the user's code."""

import os

from ..fault import Fault
from ..own_code import is_users_code


def frames_of(error):
    """Frames and line numbers, outermost first."""
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def place_of_failure(error, parser_path):
    folder = os.path.dirname(parser_path)
    if isinstance(error, Fault):
        return error.place or (parser_path, None)
    if isinstance(error, SyntaxError) and error.filename and is_users_code(error.filename, folder):
        return error.filename, error.lineno
    own = [(frame.f_code.co_filename, line) for frame, line in frames_of(error)]
    own = [(file, line) for file, line in own if is_users_code(file, folder)]
    return own[-1] if own else (None, None)
