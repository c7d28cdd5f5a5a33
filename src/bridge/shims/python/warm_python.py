"""Forks parsers from a warm Python, for casparian_bridge/warm/template.py.

Nothing runs at import: processes that a parser spawns with multiprocessing import this file again, under another name
and with the parser's sys.path.
"""

if __name__ == '__main__':
    import os
    import sys

    # First on the path for these imports only, even if Python was told to leave a script's folder off it.
    folder = os.path.dirname(os.path.realpath(__file__))
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    import casparian_bridge.run  # noqa: F401

    # Before the template's own modules are loaded: these names are loaded in a fresh process too.
    loaded_anyway = frozenset(sys.modules)
    # Loaded now: a fork has no path to it.
    import casparian_sandbox.cell  # noqa: F401
    from casparian_bridge.warm.template import serve

    del sys.path[0]
    serve(loaded_anyway)
