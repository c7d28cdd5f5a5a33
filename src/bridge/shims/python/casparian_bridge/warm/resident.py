"""A parser that declares `reuse = True`: its process parses one file after another, as long as it stays as it was."""

import gc
import os
import socket
import sys
from json import dumps, loads

from ..process import EXIT_DONE
from ..run import Kept, main
from .leftovers import OwnModules, Snapshot
from .reused_process import MESSAGE_BYTES

# A process ends after so many files, or if it has grown by so much.
MOST_FILES = 500
MOST_GROWTH_BYTES = 256 * 1024 * 1024
PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')


class Resident(Kept):
    """Keeps the parser loaded, and decides after each file whether another one may follow."""

    def __init__(self, channel):
        super().__init__()
        os.set_inheritable(channel, False)
        self.channel = socket.socket(fileno=channel)
        self.files = 0
        self.snapshot = None
        self.first_bytes = None
        self.is_spent = False

    def report_start(self):
        """The kernel tells the server which process it is."""
        self.channel.send(b'{"started": true}')

    def serve(self, arguments, confine, prepare_next):
        """Runs the file that the process was forked for, then those that the server sends. Returns an exit code.

        A process is confined once, for all its files. `prepare_next` sets it up for another one.
        """
        while True:
            code = main(arguments, confine, self, is_forked=True)
            confine = None
            self.files += 1
            if code != EXIT_DONE or self.is_spent:
                return code
            # The server reads what was printed before it reports the end of the file.
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            self.channel.send(dumps({'done': code}).encode('ascii'))
            message, connections, _, _ = socket.recv_fds(self.channel, MESSAGE_BYTES, 1)
            if not message:
                return code
            arguments = prepare_next(loads(message), connections)

    def before_file(self, bridge, parser):
        if self.snapshot is None:
            self.snapshot = Snapshot(parser, OwnModules(parser.path))
        self.snapshot.begin_file(bridge)

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


def resident_bytes():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * PAGE_BYTES
