"""Starts parsers for the host. The protocol is described in casparian_bridge/warm/server.py."""

if __name__ == '__main__':
    import os
    import sys

    # Python is told to leave a script's folder off the path.
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
    from casparian_bridge.warm.server import serve

    serve()
