"""A parser that declares `reuse = True`: its process parses one file after another, as long as it stays as it was."""

import gc
import os
import socket
import sys
from json import dumps, loads

from ..process import EXIT_DONE
from ..run import Kept, main
from .leftovers import OwnModules, Snapshot

MESSAGE_BYTES = 1_048_576
# Of the outputs of a parser, and of a connection to the host for one in a sandbox.
DESCRIPTORS = 3
# A process ends after so many files, or if it has grown by so much.
MOST_FILES = 500
MOST_GROWTH_BYTES = 256 * 1024 * 1024
PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')


class Resident(Kept):
    """Keeps the parser loaded, and decides after each file whether another one may follow."""

    def __init__(self, template, channel):
        super().__init__()
        self.template = template
        self.channel = channel
        self.files = 0
        self.snapshot = None
        self.own_modules = None
        self.first_bytes = None
        self.is_spent = False

    def serve(self, wanted, descriptors, prepare):
        """Runs the file that the process was forked for, then those that the template sends. Returns an exit code.

        `prepare` sets the process up for a file, and returns its arguments and a function that confines the process.
        """
        while True:
            arguments, confine = prepare(wanted, descriptors)
            # A process is confined once, for all its files.
            code = main(arguments, confine if self.files == 0 else None, self, is_forked=True)
            self.files += 1
            if code != EXIT_DONE or self.is_spent:
                return code
            self.end_file()
            self.channel.send(dumps({'done': code}).encode('ascii'))
            message, descriptors, _, _ = socket.recv_fds(self.channel, MESSAGE_BYTES, DESCRIPTORS)
            if not message:
                return code
            wanted = loads(message)
            self.template.tell(id=wanted['id'])

    def before_file(self, bridge, parser):
        if self.own_modules is None:
            self.own_modules = OwnModules(parser.path)
        self.snapshot = Snapshot(parser, bridge, self.own_modules)

    def after_file(self, bridge, parser):
        """Before the last frame, so that the host still receives what is logged."""
        changes = self.snapshot.changes()
        for change in changes:
            bridge.send_log('warning', f'reuse = True, but {change}. The next file gets a new process.')
        self.is_spent = bool(changes) or self.files + 1 >= MOST_FILES or self.has_grown()

    def has_grown(self):
        gc.collect(0)
        used = resident_bytes()
        if self.first_bytes is None:
            self.first_bytes = used
        return used - self.first_bytes > MOST_GROWTH_BYTES

    def end_file(self):
        """Lets go of the outputs: the host waits until they are closed."""
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(nowhere, number)
        os.close(nowhere)


def resident_bytes():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * PAGE_BYTES
