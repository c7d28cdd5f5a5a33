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
from time import monotonic

from .child import run_forked
from .own_process import death_signal
from .preparation import Preparation

CONNECTION_FD = 3
MESSAGE_BYTES = 1_048_576
# Of the outputs of a parser, and of a connection to the host for one in a sandbox.
DESCRIPTORS = 3
# How long a process of a reused parser waits for a file.
IDLE_SECONDS = 60


def serve(loaded_anyway):
    """Serves until the server ends. `loaded_anyway`: the modules that a fresh process would have loaded by now."""
    Template(socket.socket(fileno=CONNECTION_FD), loaded_anyway).serve()


class Template:
    def __init__(self, connection, loaded_anyway):
        self.connection = connection
        self.loaded_anyway = loaded_anyway
        self.pid = os.getpid()
        self.children = {}
        # Processes of parsers that are reused, by number; and those without a file, by what their files have in common.
        self.workers = {}
        self.idle = {}
        self.preparation = Preparation()
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.end_with_parent = death_signal()

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
            for key, _ in self.selector.select(IDLE_SECONDS if self.idle else None):
                key.data()
            self.end_idle()

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
        elif not self.hand_over(wanted, descriptors):
            self.fork(wanted, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def fork(self, wanted, descriptors):
        if wanted['confinement'] is not None:
            from casparian_sandbox.cell import prepare

            prepare(wanted['confinement'])
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) if 'reuse' in wanted else (None, None)
        pid = os.fork()
        if pid == 0:
            if ours is not None:
                ours.close()
            run_forked(self, wanted, descriptors, theirs)
        self.children[pid] = wanted['id']
        if ours is not None:
            theirs.close()
            worker = self.workers[pid] = Worker(pid, ours, common_of(wanted))
            self.selector.register(ours, selectors.EVENT_READ, lambda: self.hear_worker(worker))

    # ------------------------------------------------------------------------------------------ reused processes

    def hand_over(self, wanted, descriptors):
        """Returns whether a process without a file took it."""
        waiting = self.idle.get(common_of(wanted), []) if 'reuse' in wanted else []
        while waiting:
            worker = waiting.pop()
            try:
                socket.send_fds(worker.channel, [dumps(wanted).encode('ascii')], descriptors)
            except OSError:
                # It was killed.
                continue
            self.children[worker.pid] = wanted['id']
            return True
        return False

    def hear_worker(self, worker):
        """It has finished a file, or has ended, which `reap` reports."""
        try:
            message = worker.channel.recv(MESSAGE_BYTES)
        except OSError:
            message = b''
        if not message:
            self.forget_worker(worker)
            return
        request_id = self.children.pop(worker.pid, None)
        if request_id is None:
            # It was killed after its file, and `reap` has reported that.
            return
        worker.idle_since = monotonic()
        self.idle.setdefault(worker.common, []).append(worker)
        self.tell(id=request_id, exit=loads(message)['done'], stays=True)

    def end_idle(self):
        """A process whose channel is closed ends."""
        for worker in [each for waiting in self.idle.values() for each in waiting]:
            if monotonic() - worker.idle_since > IDLE_SECONDS:
                self.forget_worker(worker)

    def forget_worker(self, worker):
        waiting = self.idle.get(worker.common, [])
        if worker in waiting:
            waiting.remove(worker)
        self.selector.unregister(worker.channel)
        worker.channel.close()

    def reap(self):
        self.wake_reader.recv(MESSAGE_BYTES)
        for pid, request_id in list(self.children.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended != 0:
                del self.children[pid]
                self.tell(id=request_id, exit=os.waitstatus_to_exitcode(status))
        self.reap_idle()

    def reap_idle(self):
        """The end of a process without a file is not reported, but the process must be waited for."""
        for pid in [each for each in self.workers if each not in self.children]:
            try:
                has_ended = os.waitpid(pid, os.WNOHANG)[0] != 0
            except ChildProcessError:
                has_ended = True
            if has_ended:
                del self.workers[pid]

    def leave_to_child(self, keeps_connection):
        """In the child: closes everything that belongs to the template."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self.selector.close()
        kept = () if keeps_connection else (self.connection,)
        for each in (*kept, self.wake_reader, self.wake_writer):
            each.close()
        for worker in self.workers.values():
            worker.channel.close()


class Worker:
    """A process of a parser that is reused. `channel` is our end of the socket on which it gets its files."""

    def __init__(self, pid, channel, common):
        self.pid = pid
        self.channel = channel
        self.common = common
        self.idle_since = monotonic()


def common_of(wanted):
    """What all files of a process have in common: whose they are, the parser, its folder and its limits."""
    arguments = wanted['arguments']
    options = dict(zip(arguments[::2], arguments[1::2]))
    fixed = [options.get(name) for name in ('--parser-path', '--memory-bytes', '--cpu-seconds', '--load-only')]
    return dumps([wanted['reuse'], wanted['cwd'], *fixed])
