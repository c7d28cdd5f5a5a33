"""Forks parsers off a warm Python. What it is told, and what it says, is described in casparian_bridge/warm/server.py.

Nothing runs outside of the start: what a parser spawns by multiprocessing runs this file once more, under another
name and with the parser's sys.path.
"""

if __name__ == '__main__':
    import os
    import sys

    # First on the path for these imports alone, also where Python was told to leave a script's folder off it.
    folder = os.path.dirname(os.path.realpath(__file__))
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    import casparian_bridge.run  # noqa: F401

    # Before the server's own modules come: a parser has modules of these names hidden in a fresh process too.
    loaded_anyway = frozenset(sys.modules)
    from casparian_bridge.warm.server import serve

    del sys.path[0]
    serve(loaded_anyway)
