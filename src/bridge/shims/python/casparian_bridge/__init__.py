"""The Python end of the bridge: loads a parser, runs it, and sends what it gives to the host.

It needs nothing but the standard library of Python 3.9. pandas, polars and pyarrow are used when the parser's own
data comes from them. stdin, stdout and stderr belong to the parser: nothing here prints. The frames are described in
docs/reference/bridge-protocol.md.

    run         one parser on one input, from the command line to the exit code
    parser      loading the user's file, finding the parser in it, what it is given
    results     what parse() gave: recognised, taken apart, gathered into frames
    dataframes  pandas to Arrow, column by column; polars to rows, where Arrow cannot carry it
    arrow       tables of any library, in types that the bridge carries
    values      single values in JSON's terms
    bridge      the frames, and the socket they leave by
    failures    what happened, and where in the user's own code
    warm        a Python that has everything imported and forks itself for each parser

Two rules come from how it is started:

- Nothing keeps its bytecode (-B), so every module costs each start what it takes to compile it. Hence what only some
  parsers need is imported where it is needed.
- The parser's folder comes to stand on sys.path. This package is loaded by then, and found by its own path ever after.
"""
