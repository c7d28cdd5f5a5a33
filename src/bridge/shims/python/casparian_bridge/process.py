"""The process of the parser: how it prints, and how it ends."""

import os
import sys

EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
# From `signal`, whose import would slow down each start.
SIGKILL = 9


def show_prints_at_once():
    """Python buffers stdout in blocks if it is not a terminal; the output of a parser should appear at once."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(line_buffering=True)


def end_process_group():
    """Ends also the child processes of the parser, if the host gave it its own group."""
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), SIGKILL)
    os._exit(EXIT_FAILED)
