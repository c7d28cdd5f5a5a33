"""The command line.

python bridge_shim.py (--socket-path S | --socket-fd N) --input-path P --job-id ID --parser-path PP
    [--memory-bytes N] [--cpu-seconds N] [--load-only yes]
"""

import os

REQUIRED = {'input-path', 'job-id', 'parser-path'}


def read_options(arguments):
    """Written by hand, because argparse costs 10 ms; in pairs, so that a value may begin with a dash."""
    options = {name[2:]: value for name, value in zip(arguments[::2], arguments[1::2])}
    if 'input-path-base64' in options:
        from binascii import a2b_base64

        options['input-path'] = os.fsdecode(a2b_base64(options['input-path-base64']))
    missing = REQUIRED - set(options)
    if missing:
        raise SystemExit(f'bridge_shim.py: missing --{min(missing)}')
    return options
