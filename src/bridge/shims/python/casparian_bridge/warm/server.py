"""Starts parsers for the host: forks of a warm Python, or other programs, each alone or in a sandbox.

The control connection is a socket at file descriptor 3. The host first sends a line of JSON about all parsers:

    {"python": ["-B", "/…/warm_python.py"], "env": {…},
     "sandbox": {"read": ["/…"], "write": ["/…"], "temporary": "/…", "network": false}}

`python` are the arguments of the warm Python, which the server starts when it is needed; `sandbox` may be null. Its
`temporary` is a folder for the temporary folders of all runs; residents may also change the folders in `write`.
The server describes what the sandbox consists of: {"layers": {…}}. Then the host sends a line for each parser:

    {"id": 7, "arguments": ["--socket-path", …], "cwd": "/…", "imports": ["pandas"], "sandbox": {…}}
    {"id": 8, "command": ["/…/node", …], "env": {…}, "cwd": "/…", "sandbox": {…}}

The first is a fork of the warm Python (template.py), the second a program; null names this Python. In the
sandbox, `read` are paths that only this run may read, `temporary` is the name of its folder, and `socket` the socket
to connect to (descriptor 3 of a program).
The host receives lines about each, in this order:

    {"id": 7, "pid": 4711}                          it runs, in its own process group
    {"id": 7, "stream": 1, "data": "aGVsbG8K"}      it printed (1 stdout, 2 stderr; base64), any number of times
    {"id": 7, "exit": 0, "closed": true}            it ended (a signal is a negative number), and no process holds
                                                    its stdout and stderr any more; else a separate line follows

    {"forget": 4711}                                sent by the host when it has waited long enough for that line

The host also shows files to all residents, programs that read one after the other ("resident": true in its sandbox):

    {"lend": 9, "read": ["/…"]}                     sent by the host
    {"id": 9, "lent": true}                         they can open them
    {"take_back": 9}                                sent by the host: they were read

If the request has "reuse": "…", the process may parse further files of requests with the same text, parser, folder and
limits; then the last line has "stays": true, and the process goes on without its output.

or, instead of all that, {"id": 7, "threads": 3}: imported modules have started threads, which a fork would lose with
the locks they hold, so the host must start this parser in a fresh process.

This process never runs code of a parser or of its environment: it can see the whole machine. When the control
connection ends, the host is gone: everything that runs is killed.
"""

import os
import selectors
import signal
import socket
import sys
from binascii import b2a_base64
from json import dumps, loads

from .program import start_program
from .warm_python import WarmPython

CONTROL_FD = 3
READ_BYTES = 65_536


def serve():
    """Serves until the host ends."""
    Server(socket.socket(fileno=CONTROL_FD)).serve()


class Child:
    """A running parser. `streams` are our ends of its stdout and stderr, until they are closed."""

    def __init__(self, request_id, guest, streams):
        self.request_id = request_id
        self.guest = guest
        self.streams = streams
        self.pid = None
        self.has_ended = False


class Server:
    def __init__(self, control):
        self.control = control
        self.received = b''
        self.children = {}
        self.loans = {}
        self.settings = None
        self.cell = None
        self.python = None
        self.is_stopping = False
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()

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
        self.end()

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
            if self.settings is None:
                self.open(wanted)
            elif 'forget' in wanted:
                self.forget(wanted['forget'])
            elif 'lend' in wanted:
                self.lend(wanted['lend'], wanted['read'])
            elif 'take_back' in wanted:
                self.take_back(wanted['take_back'])
            else:
                self.start(wanted)

    def tell(self, **message):
        try:
            self.control.sendall(dumps(message, separators=(',', ':')).encode('ascii') + b'\n')
        except OSError:
            self.end()

    def end(self):
        groups = [child.pid for child in self.children.values()] + [self.python.pid if self.python else None]
        for group in groups:
            if group is not None:
                kill_group(group)
        # The host waits for all processes of the sandbox. Those without a waiting parent are left to process 1 of the
        # machine, which takes up to a second in some containers.
        for group in groups:
            if group is not None:
                wait_for(group)
        os._exit(0)

    def open(self, settings):
        self.settings = settings
        wanted = settings['sandbox']
        if wanted is not None:
            from casparian_sandbox.cell import Cell
            from casparian_sandbox.machine import environment_of

            read = (*environment_of(sys.executable), *wanted['read'])
            self.cell = Cell(read, wanted['temporary'], wanted['network'], wanted.get('write', ()))
        self.tell(layers=None if self.cell is None else self.cell.layers.describe())

    # ------------------------------------------------------------------------------------------ starting

    def start(self, wanted):
        request_id = wanted['id']
        guest = None if self.cell is None else self.cell.admit(wanted['sandbox'])
        readers, writers = zip(os.pipe(), os.pipe())
        child = self.children[request_id] = Child(request_id, guest, dict(zip((1, 2), readers)))
        if 'command' in wanted:
            self.started(child, start_program(wanted, guest, writers))
        else:
            self.warm_python().fork(wanted, guest, writers)
        for writer in writers:
            os.close(writer)

    def started(self, child, pid):
        child.pid = pid
        self.tell(id=child.request_id, pid=pid)
        for number, reader in child.streams.items():
            os.set_blocking(reader, False)
            self.selector.register(reader, selectors.EVENT_READ, lambda number=number: self.relay(child, number))

    def warm_python(self):
        if self.python is None:
            command = [sys.executable, *self.settings['python']]
            self.python = WarmPython(command, self.settings['env'], self.cell)
            self.selector.register(self.python.connection, selectors.EVENT_READ, self.hear_python)
        return self.python

    def hear_python(self):
        """A hostile module in the warm Python can send anything, but only about its own parser."""
        message, pid = self.python.receive()
        if message is None:
            # It ended. The host reads why on our stderr.
            self.end_with_python()
        child = self.children.get(message.get('id'))
        if child is None:
            return
        if 'threads' in message:
            self.remove(child)
            for reader in child.streams.values():
                os.close(reader)
            self.tell(id=child.request_id, threads=message['threads'])
        elif 'exit' not in message:
            if child.pid is None:
                self.started(child, pid)
        elif child.pid is None:
            self.end_with_python()
        elif not child.has_ended:
            self.ended(child, int(message['exit']), message.get('stays') is True)

    def end_with_python(self):
        kill_group(self.python.pid)
        for child in self.children.values():
            if child.pid is not None:
                kill_group(child.pid)
        _, status = os.waitpid(self.python.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if 0 < code < 256 else 1)

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
        """A child of ours may have ended: a program. The warm Python reports its own."""
        self.wake_reader.recv(READ_BYTES)
        for child in list(self.children.values()):
            if child.has_ended or child.pid is None:
                continue
            try:
                pid, status = os.waitpid(child.pid, os.WNOHANG)
            except ChildProcessError:
                continue
            if pid != 0:
                self.ended(child, os.waitstatus_to_exitcode(status))

    def ended(self, child, code, stays=False):
        # Its output is sent before its end; a process that it started may continue to print.
        # The parser's own output is at most what a pipe holds.
        for number in list(child.streams):
            if self.relay(child, number):
                self.relay(child, number)
        child.has_ended = True
        message = {'id': child.request_id, 'exit': code, 'closed': not child.streams}
        # Told first: to hide the input waits half a millisecond for the kernel. The next request is read after that.
        self.tell(**message, **({'stays': True} if stays else {}))
        if not child.streams:
            self.remove(child)

    def lend(self, request_id, paths):
        if self.cell is not None:
            self.loans[request_id] = self.cell.lend(paths)
        self.tell(id=request_id, lent=True)

    def take_back(self, request_id):
        if self.cell is not None:
            self.cell.take_back(self.loans.pop(request_id))

    def forget(self, pid):
        """The host stops listening, although a process that the parser started may still hold its output."""
        for child in list(self.children.values()):
            if child.pid == pid:
                for number in list(child.streams):
                    self.close_stream(child, number)

    def close_stream(self, child, number):
        reader = child.streams.pop(number)
        self.selector.unregister(reader)
        os.close(reader)
        if child.has_ended and not child.streams:
            self.tell(id=child.request_id, closed=True)
            self.remove(child)

    def remove(self, child):
        del self.children[child.request_id]
        if child.guest is not None:
            child.guest.take_back()


def wait_for(pid):
    try:
        os.waitpid(pid, 0)
    except OSError:
        # Not a child of this process: a fork of the warm Python.
        pass


def kill_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass
