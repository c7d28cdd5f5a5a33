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
from functools import partial
from json import dumps, loads

from .program import connected, start_program
from .reused_process import IDLE_SECONDS, ReusedProcess, common_of
from .warm_python import WarmPython

CONTROL_FD = 3
READ_BYTES = 65_536


def serve():
    """Serves until the host ends."""
    Server(socket.socket(fileno=CONTROL_FD)).serve()


class Child:
    """A running parser. `streams` are our ends of its stdout and stderr, until they are closed."""

    def __init__(self, request_id, guest, streams, pid=None):
        self.request_id = request_id
        self.guest = guest
        self.streams = streams
        self.pid = pid
        self.has_ended = False


class Server:
    def __init__(self, control):
        self.control = control
        self.received = b''
        self.children = {}
        # The files that are shown to residents, by the request to lend them.
        self.loans = {}
        # Processes that are reused, by the request that started them; and those without a file, by what their files
        # have in common.
        self.reused = {}
        self.idle = {}
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
            for key, _ in self.selector.select(IDLE_SECONDS if self.idle else None):
                key.data()
            self.end_idle()
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
        groups = {each.pid for each in (*self.children.values(), *self.reused.values(), self.python) if each} - {None}
        for group in groups:
            kill_group(group)
        # The host waits for all processes of the sandbox. Those without a waiting parent are left to process 1 of the
        # machine, which takes up to a second in some containers.
        for group in groups:
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
        guest = None if self.cell is None else self.cell.admit(wanted['sandbox'])
        connections = []
        if guest is not None and 'command' not in wanted:
            # The process cannot make a connection to the host when it is confined.
            connections.append(connected(wanted['sandbox']['socket']))
        if not self.hand_over(wanted, guest, connections):
            child, writers = self.child_with_outputs(wanted['id'], guest)
            if 'command' in wanted:
                self.started(child, start_program(wanted, guest, writers))
            elif 'reuse' in wanted:
                self.start_reused(wanted, child, [*writers, *connections])
            else:
                self.warm_python().fork(wanted, guest, [*writers, *connections])
            close_all(writers)
        close_all(connections)

    def child_with_outputs(self, request_id, guest):
        """Returns a child, and the descriptors that it prints to."""
        readers, writers = zip(os.pipe(), os.pipe())
        child = self.children[request_id] = Child(request_id, guest, dict(zip((1, 2), readers)))
        return child, writers

    def started(self, child, pid, child_of=None):
        """Its outputs are those of the child, or of the child that `child_of` returns when something was printed."""
        child.pid = pid
        self.tell(id=child.request_id, pid=pid)
        for number, reader in child.streams.items():
            os.set_blocking(reader, False)
            relay = partial(self.relay, child_of or (lambda: child), number)
            self.selector.register(reader, selectors.EVENT_READ, relay)

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
        request_id = message.get('id')
        if request_id in self.reused:
            self.hear_about_reused(request_id, message)
            return
        child = self.children.get(request_id)
        if child is None:
            return
        if 'threads' in message:
            self.refuse(child, message['threads'])
        elif 'exit' not in message:
            if child.pid is None:
                self.started(child, pid)
        elif child.pid is None:
            self.end_with_python()
        elif not child.has_ended:
            self.ended(child, int(message['exit']))

    def refuse(self, child, threads):
        """It cannot be forked."""
        self.remove(child)
        for reader in child.streams.values():
            os.close(reader)
        self.tell(id=child.request_id, threads=threads)

    def end_with_python(self):
        kill_group(self.python.pid)
        for child in self.children.values():
            if child.pid is not None:
                kill_group(child.pid)
        _, status = os.waitpid(self.python.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if 0 < code < 256 else 1)

    # ------------------------------------------------------------------------------------------ reused processes

    def start_reused(self, wanted, child, descriptors):
        process = self.reused[child.request_id] = ReusedProcess(common_of(wanted), child)
        self.selector.register(process.channel, selectors.EVENT_READ, lambda: self.hear_reused(process))
        self.warm_python().fork(wanted, child.guest, [*descriptors, process.theirs.fileno()])
        process.theirs.close()

    def hand_over(self, wanted, guest, connections):
        """Returns whether a process without a file took it."""
        waiting = self.idle.get(common_of(wanted), []) if 'reuse' in wanted else []
        while waiting:
            process = waiting.pop()
            if process.hand_over(wanted, guest, connections):
                child = Child(wanted['id'], guest, process.child.streams, process.pid)
                process.child = self.children[wanted['id']] = child
                self.tell(id=child.request_id, pid=child.pid)
                return True
        return False

    def hear_reused(self, process):
        """It reports its start, and the end of each file. A hostile parser can send anything, but only about itself."""
        message = process.receive()
        if message is None:
            # The warm Python reports how it ended.
            self.close_channel(process)
        elif process.child.pid is None:
            self.started(process.child, process.pid, lambda: process.child)
        elif process.idle_since is None and type(message.get('done')) is int:
            process.wait()
            self.idle.setdefault(process.common, []).append(process)
            self.ended(process.child, message['done'], stays=True)

    def hear_about_reused(self, request_id, message):
        """The warm Python reports the end of a process, or that it cannot fork."""
        if 'threads' not in message and 'exit' not in message:
            return
        process = self.reused.pop(request_id)
        if process.pid is None:
            # Its start may be waiting to be read.
            self.hear_reused(process)
        self.close_channel(process)
        child = process.child
        if 'threads' in message:
            self.refuse(child, message['threads'])
        elif process.pid is None:
            self.end_with_python()
        elif process.idle_since is None:
            self.ended(child, int(message['exit']))
        else:
            for number in list(child.streams):
                self.close_stream(child, number)

    def end_idle(self):
        """A process whose channel is closed ends."""
        for process in [each for waiting in self.idle.values() for each in waiting]:
            if process.waits_too_long():
                self.close_channel(process)

    def close_channel(self, process):
        waiting = self.idle.get(process.common, [])
        if process in waiting:
            waiting.remove(process)
        if process.channel.fileno() >= 0:
            self.selector.unregister(process.channel)
            process.channel.close()

    # ------------------------------------------------------------------------------------------ those that run

    def relay(self, child_of, number):
        """Returns whether there may be more."""
        child = child_of()
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
            if self.relay(lambda: child, number):
                self.relay(lambda: child, number)
        child.has_ended = True
        is_over = stays or not child.streams
        message = {'id': child.request_id, 'exit': code, 'closed': is_over}
        # Told first: to hide the input waits half a millisecond for the kernel. The next request is read after that.
        self.tell(**message, **({'stays': True} if stays else {}))
        if is_over:
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
        # A process that is reused has outputs for longer than its children.
        self.children.pop(child.request_id, None)
        if child.guest is not None:
            child.guest.take_back()


def close_all(descriptors):
    for descriptor in descriptors:
        os.close(descriptor)


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
