"""A Python that has everything imported, and forks itself for each parser.

It serves the server (server.py) on the socket at file descriptor 3, one message per parser. A fork reports itself, so
that the kernel tells the server its process number; its exit is reported here. The parser's own modules are only
loaded after the fork, so one run cannot affect another.
"""

import os
import selectors
import signal
import socket
from json import dumps, loads

from .child import run_forked
from .own_process import adoption, death_signal
from .preparation import Preparation

CONNECTION_FD = 3
MESSAGE_BYTES = 1_048_576
# One byte for each child that ended; more are read the next time.
WAKE_UPS = 4_096
# Two outputs, a connection to the host for a parser in a sandbox, and the channel of one that is reused.
DESCRIPTORS = 4


def serve(loaded_anyway):
    """Serves until the server ends. `loaded_anyway`: the modules that a fresh process would have loaded by now."""
    Template(socket.socket(fileno=CONNECTION_FD), loaded_anyway).serve()


class Template:
    def __init__(self, connection, loaded_anyway):
        self.connection = connection
        self.loaded_anyway = loaded_anyway
        self.pid = os.getpid()
        self.children = {}
        self.preparation = Preparation()
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.end_with_parent = death_signal()
        self.adopt_orphans = adoption()

    def serve(self):
        os.set_inheritable(CONNECTION_FD, False)
        self.wake_reader.setblocking(False)
        self.wake_writer.setblocking(False)
        signal.set_wakeup_fd(self.wake_writer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # The server signals the parsers itself, and ends this process after them.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self.selector.register(self.connection, selectors.EVENT_READ, self.hear_server)
        self.selector.register(self.wake_reader, selectors.EVENT_READ, self.reap)
        while True:
            for key, _ in self.selector.select():
                key.data()

    def hear_server(self):
        message, descriptors, _, _ = socket.recv_fds(self.connection, MESSAGE_BYTES, DESCRIPTORS)
        if not message:
            os._exit(0)
        self.start(loads(message), descriptors)

    def tell(self, **message):
        try:
            self.connection.send(dumps(message).encode('ascii'))
        except OSError:
            os._exit(0)

    def start(self, wanted, descriptors):
        self.preparation.import_all(wanted['imports'])
        threads = self.preparation.threads
        if threads > 1:
            self.tell(id=wanted['id'], threads=threads)
        else:
            self.fork(wanted, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def fork(self, wanted, descriptors):
        if wanted['confinement'] is not None:
            from casparian_sandbox.cell import prepare

            prepare(wanted['confinement'])
        pid = os.fork()
        if pid == 0:
            run_forked(self, wanted, descriptors)
        self.children[pid] = wanted['id']

    def reap(self):
        self.wake_reader.recv(WAKE_UPS)
        for pid, request_id in list(self.children.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended != 0:
                del self.children[pid]
                self.tell(id=request_id, exit=os.waitstatus_to_exitcode(status))

    def leave_to_child(self):
        """In the child: closes everything that belongs to the template."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self.selector.close()
        for each in (self.connection, self.wake_reader, self.wake_writer):
            each.close()
