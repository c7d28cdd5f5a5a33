"""One parser on one input, from the command line to the exit code."""

import os
import sys

from .bridge import Bridge, HostGone
from .libraries import loaded
from .limits import Reserve, limit_resources
from .options import read_options
from .parser.context import Context
from .parser.finding import find_parser
from .parser.loading import load_module
from .process import EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, end_process_group, show_prints_at_once
from .results.delivery import Delivery


class Kept:
    """What a process keeps from one file to the next, if its parser declares `reuse = True`."""

    def __init__(self):
        self.parser = None

    def before_file(self, bridge, parser):
        """Called when the parser is loaded."""

    def after_file(self, bridge, parser):
        """Called when all rows were sent."""


def main(arguments, confine=None, kept=None, is_forked=False):
    """`confine` is called once the process is connected: a confined process cannot open sockets.

    A fork of the warm Python ends with its servers, and they with the host. Other processes need a thread that watches
    for the end of the host. A fork with two threads takes 1 ms more: at each page that it copies, the kernel
    interrupts the processor on which the other thread ran.
    """
    options = read_options(arguments)
    bridge = Bridge(options)
    if confine is not None:
        confine()
    if not is_forked:
        bridge.end_with_host()
    show_prints_at_once()
    limit_resources(options, is_reused=kept is not None)
    try:
        return run(bridge, os.path.abspath(options['parser-path']), options, kept)
    finally:
        if kept is not None:
            bridge.close()


def run(bridge, parser_path, options, kept=None):
    """Runs from hello to the last frame; with load-only, up to hello. Returns the exit code."""
    input_path = options['input-path']
    reserve = Reserve()
    try:
        parser = kept.parser if kept is not None else None
        if parser is None:
            parser = find_parser(load_module(parser_path, input_path), parser_path)
        bridge.send_hello(parser.metadata)
        if kept is not None:
            sys.argv = [parser_path, input_path]
            kept.parser = parser
            kept.before_file(bridge, parser)
        if 'load-only' not in options:
            watch_pandas(bridge, parser)
            Delivery(bridge, parser).deliver_result(parser.parse(Context(input_path, options['job-id'], bridge)))
        if kept is not None:
            kept.after_file(bridge, parser)
        bridge.send_end()
        reserve.close()
        return EXIT_DONE
    except HostGone:
        end_process_group()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BaseException as error:
        # A child that the parser forked and that returned to this line ends like any Python process.
        if bridge.is_in_child():
            raise
        reserve.release()
        from .failures.description import describe_failure

        bridge.send_error(describe_failure(error, parser_path, input_path))
        return EXIT_FAILED


def watch_pandas(bridge, parser):
    """A parser that imports pandas later, inside of parse(), is not watched."""
    if loaded('pandas') is not None:
        from .parser.hidden_texts import warn_of_hidden_texts

        warn_of_hidden_texts(bridge, parser.metadata['outputs'])
