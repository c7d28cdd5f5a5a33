"""The origin of a Python file: the user, a library, or the shim."""

import os

SHIM_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '')
STANDARD_LIBRARY = os.path.join(os.path.dirname(os.path.abspath(os.__file__)), '')


def is_users_code(path, folder):
    """Whether a file is the user's: below the parser's folder, and not in a library installed there."""
    path = os.path.abspath(path)
    if is_shims_code(path) or not path.startswith(os.path.join(folder, '')):
        return False
    parts = path[len(folder) :].split(os.sep)
    return not {'site-packages', 'dist-packages'} & set(parts) and not path.startswith(STANDARD_LIBRARY)


def is_shims_code(path):
    return os.path.abspath(path).startswith(SHIM_FOLDER)
