"""The Python end of the bridge: loads a parser, runs it, and sends its results to the host.

It needs only the standard library of Python 3.9. pandas, polars and pyarrow are used if the parser's data comes
from them. stdin, stdout and stderr belong to the parser: nothing here prints. The frames are described in
docs/reference/bridge-protocol.md.

    run         one parser on one input, from the command line to the exit code
    parser      loading the user's file, finding the parser in it, its context
    results     results of parse(): recognised, split, collected into frames
    dataframes  pandas to Arrow, column by column; polars to rows, if Arrow cannot hold its types
    arrow       tables of any library, in types that the bridge supports
    values      single values as JSON
    bridge      the frames and the socket
    failures    what happened, and where in the user's code
    warm        a Python that has everything imported and forks itself for each parser

Two rules follow from how it is started:

- Bytecode is not kept (-B), so every module is compiled at each start. Hence modules that only some parsers need are
  imported where they are needed.
- The parser's folder is added to sys.path. This package is loaded before that, and found by its own path afterwards.
"""
