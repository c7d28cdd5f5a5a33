"""The process that the parser runs in: how it prints, and how it ends."""

import os
import sys

EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
# Of `signal`, whose import costs a start more than this number.
SIGKILL = 9


def show_prints_at_once():
    """Python buffers a stdout that is not a terminal in blocks; the prints of a parser should appear at once."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(line_buffering=True)


def end_process_group():
    """Children that the parser started go too, if the host gave it a group of its own."""
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), SIGKILL)
    os._exit(EXIT_FAILED)
