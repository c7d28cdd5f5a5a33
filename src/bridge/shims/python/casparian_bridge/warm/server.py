"""A Python that has everything imported, and forks itself for each parser.

The control connection is a socket at file descriptor 3. The host sends a line of JSON for each parser:

    {"id": 7, "arguments": ["--socket-path", …], "cwd": "/…", "imports": ["pandas"]}

and receives lines of JSON about it, in this order:

    {"id": 7, "pid": 4711}                          it runs, in its own process group
    {"id": 7, "stream": 1, "data": "aGVsbG8K"}      it printed (1 stdout, 2 stderr; base64), any number of times
    {"id": 7, "exit": 0, "closed": true}            it ended (a signal is a negative number), and no process holds
                                                    its stdout and stderr any more; else a separate line follows

    {"forget": 4711}                                sent by the host when it has waited long enough for that line

or, instead of all that, {"id": 7, "threads": 3}: imported modules have started threads, which a fork would lose with
the locks they hold, so the host must start this parser in a fresh process.

The parser's own modules are only loaded after the fork, so one parser cannot affect another. When the control
connection ends, the host is gone: everything that runs is killed.
"""

import os
import selectors
import signal
import socket
from binascii import b2a_base64
from json import dumps, loads

from .child import death_signal, run_forked
from .preparation import Preparation

CONTROL_FD = 3
READ_BYTES = 65_536


def serve(loaded_anyway):
    """Serves until the host ends. `loaded_anyway`: the modules that a fresh process would have loaded by now."""
    Server(socket.socket(fileno=CONTROL_FD), loaded_anyway).serve()


class Child:
    """A running parser. `streams` are our ends of its stdout and stderr, until they are closed."""

    def __init__(self, request_id, pid, streams):
        self.request_id = request_id
        self.pid = pid
        self.streams = streams
        self.has_ended = False


class Server:
    def __init__(self, control, loaded_anyway):
        self.control = control
        self.loaded_anyway = loaded_anyway
        self.pid = os.getpid()
        self.received = b''
        self.children = {}
        self.preparation = Preparation()
        self.is_stopping = False
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.end_with_parent = death_signal()

    def serve(self):
        os.set_inheritable(CONTROL_FD, False)
        self.wake_reader.setblocking(False)
        self.wake_writer.setblocking(False)
        signal.set_wakeup_fd(self.wake_writer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.stop)
        self.selector.register(self.control, selectors.EVENT_READ, self.hear_host)
        self.selector.register(self.wake_reader, selectors.EVENT_READ, self.wake_up)
        while not (self.is_stopping and not self.children):
            for key, _ in self.selector.select():
                key.data()

    def stop(self, *_):
        """SIGTERM: the host is dying of a signal. It has signalled the parsers itself, and gives them some time."""
        self.is_stopping = True

    # ------------------------------------------------------------------------------------------ the host

    def hear_host(self):
        try:
            data = self.control.recv(READ_BYTES)
        except OSError:
            data = b''
        if not data:
            self.end()
        *lines, self.received = (self.received + data).split(b'\n')
        for line in lines:
            wanted = loads(line)
            if 'forget' in wanted:
                self.forget(wanted['forget'])
            else:
                self.start(wanted)

    def tell(self, **message):
        try:
            self.control.sendall(dumps(message, separators=(',', ':')).encode('ascii') + b'\n')
        except OSError:
            self.end()

    def end(self):
        for child in self.children.values():
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except OSError:
                pass
        os._exit(0)

    # ------------------------------------------------------------------------------------------ starting

    def start(self, wanted):
        self.preparation.import_all(wanted['imports'])
        threads = self.preparation.threads
        if threads > 1:
            self.tell(id=wanted['id'], threads=threads)
            return
        readers, writers = zip(os.pipe(), os.pipe())
        pid = os.fork()
        if pid == 0:
            run_forked(self, wanted, readers, writers)
        try:
            # Here and in the child: the group must exist before the host learns of it.
            os.setpgid(pid, pid)
        except OSError:
            pass
        for writer in writers:
            os.close(writer)
        self.tell(id=wanted['id'], pid=pid)
        child = self.children[pid] = Child(wanted['id'], pid, dict(zip((1, 2), readers)))
        for number, reader in child.streams.items():
            os.set_blocking(reader, False)
            self.selector.register(reader, selectors.EVENT_READ, lambda number=number: self.relay(child, number))

    # ------------------------------------------------------------------------------------------ those that run

    def relay(self, child, number):
        """Returns whether there may be more."""
        reader = child.streams.get(number)
        if reader is None:
            # Closed a moment ago, while its end was among the pending events.
            return False
        try:
            data = os.read(reader, READ_BYTES)
        except BlockingIOError:
            return False
        if data:
            self.tell(id=child.request_id, stream=number, data=b2a_base64(data, newline=False).decode('ascii'))
            return True
        self.close_stream(child, number)
        return False

    def wake_up(self):
        self.wake_reader.recv(READ_BYTES)
        for child in list(self.children.values()):
            if child.has_ended:
                continue
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid == 0:
                continue
            # Its output is sent before its end; a process that it started may continue to print.
            # The parser's own output is at most what a pipe holds.
            for number in list(child.streams):
                if self.relay(child, number):
                    self.relay(child, number)
            child.has_ended = True
            if not child.streams:
                del self.children[child.pid]
            self.tell(id=child.request_id, exit=os.waitstatus_to_exitcode(status), closed=not child.streams)

    def forget(self, pid):
        """The host stops listening, although a process that the parser started may still hold its output."""
        child = self.children.get(pid)
        for number in list(child.streams if child else ()):
            self.close_stream(child, number)

    def close_stream(self, child, number):
        reader = child.streams.pop(number)
        self.selector.unregister(reader)
        os.close(reader)
        if child.has_ended and not child.streams:
            del self.children[child.pid]
            self.tell(id=child.request_id, closed=True)

    def leave_to_child(self):
        """In the child: closes everything that belongs to the server."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self.selector.close()
        for each in (self.control, self.wake_reader, self.wake_writer):
            each.close()
        for other in self.children.values():
            for reader in other.streams.values():
                os.close(reader)
