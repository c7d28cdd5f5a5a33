"""Runs a parser behind the bridge. The command line is described in casparian_bridge/options.py.

Nothing runs at import: processes that a parser spawns with multiprocessing import this file again, under another name
and with the parser's sys.path.
"""

if __name__ == '__main__':
    import os
    import sys

    # First on the path for this import only, even if Python was told to leave a script's folder off it.
    folder = os.path.dirname(os.path.realpath(__file__))
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    from casparian_bridge.run import main

    del sys.path[0]
    sys.exit(main(sys.argv[1:]))
