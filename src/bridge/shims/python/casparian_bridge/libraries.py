"""The libraries that a parser's data may come from."""

import sys


def loaded(name):
    """The module if the parser has imported it, whole; a file of the user's that is called like it is another thing."""
    module = sys.modules.get(name)
    return module if module is not None and hasattr(module, '__version__') else None


def importable(name):
    try:
        __import__(name)
    except Exception:
        # Not installed, or broken: made for another numpy, for instance.
        return None
    return loaded(name)
