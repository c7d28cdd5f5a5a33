"""The libraries that a parser's data may come from."""

import sys


def loaded(name):
    """The module, if the parser has imported it completely. Ignores a file of the user with the same name."""
    module = sys.modules.get(name)
    return module if module is not None and hasattr(module, '__version__') else None


def importable(name):
    try:
        __import__(name)
    except Exception:
        # Not installed, or broken, for example built for another numpy.
        return None
    return loaded(name)
