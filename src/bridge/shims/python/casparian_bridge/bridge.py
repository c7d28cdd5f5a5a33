"""The frames and the socket."""

import _thread
import os
import sys

# The module below `socket`, which would import `re`, `enum` and `selectors`: with `json`, an empty start took 30 ms
# instead of 16 ms.
try:
    from _socket import AF_UNIX, SO_SNDBUF, SOCK_STREAM, SOL_SOCKET, socket
except ImportError:
    from socket import AF_UNIX, SO_SNDBUF, SOCK_STREAM, SOL_SOCKET, socket

from .fault import Fault
from .json_lines import line_of
from .process import end_process_group

# The limits of the protocol, and the intended sizes.
DATA_LIMIT_BYTES = 256 * 1024 * 1024
TEXT_LIMIT_BYTES = 1024 * 1024
FRAME_BYTES = 8 * 1024 * 1024
FRAME_ROWS = 65_536
SEND_BUFFER_BYTES = 1024 * 1024
# A frame up to this size is copied to send it with its head: the host then wakes up once.
JOINED_BYTES = 256 * 1024

END = b'\x00\x00\x00\x00'
ERROR = b'\xff\xff\xff\xff'
LOG = b'\xff\xff\xff\xfe'
LOG_LEVELS = {'debug': 2, 'info': 3, 'warning': 4, 'error': 5}


class HostGone(BaseException):
    """The host closed the socket. Not an Exception: a parser's own `except Exception` must not swallow it."""


class Bridge:
    """Owns the socket. Sends complete frames only, from any thread."""

    def __init__(self, options):
        self.socket = connection_of(options)
        self.socket.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES)
        self.lock = _thread.allocate_lock()
        self.owner = os.getpid()
        self.is_over = False
        self.is_finishing = False
        os.set_inheritable(self.socket.fileno(), False)
        os.register_at_fork(after_in_child=self.socket.close)

    def is_in_child(self):
        return os.getpid() != self.owner

    def send_hello(self, metadata):
        self.send_data(line_of({'$casparian': {'parser': metadata}}))

    def send_data(self, payload):
        length = len(payload)
        if length > DATA_LIMIT_BYTES:
            raise Fault('return_invalid', f'one row takes {length} bytes; a row may take {DATA_LIMIT_BYTES}')
        self.send(length.to_bytes(4, 'big'), payload)

    def send_log(self, level, text):
        if self.is_in_child():
            print(text, file=sys.stderr)
            return
        payload = cut(text, TEXT_LIMIT_BYTES)
        self.send(LOG + bytes([LOG_LEVELS[level]]) + len(payload).to_bytes(4, 'big'), payload)

    def send_error(self, failure):
        payload = line_of(failure).rstrip(b'\n')
        self.finish(ERROR + len(payload).to_bytes(4, 'big') + payload)

    def send_end(self):
        self.finish(END)

    def finish(self, frame):
        if self.is_in_child() or self.is_over:
            return
        # Set before the frame: the host may close as soon as it has it, and the watcher must not treat that as a loss.
        self.is_finishing = True
        try:
            self.send(frame)
        except HostGone:
            pass
        self.is_over = True

    def send(self, *parts):
        if self.is_in_child() or self.is_over:
            return
        if sum(map(len, parts)) <= JOINED_BYTES:
            parts = (b''.join(parts),)
        with self.lock:
            try:
                for part in parts:
                    self.socket.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                raise HostGone from None
            except BaseException:
                # A signal handler of the parser may raise here. Half a frame was sent, so nothing can follow it.
                self.is_over = True
                raise

    def close(self):
        """For a process that goes on."""
        self.socket.close()

    def end_with_host(self):
        """The host never sends: a read that returns means that the host is gone and the work is no longer needed."""
        _thread.start_new_thread(self.watch_host, ())

    def watch_host(self):
        try:
            while self.socket.recv(4096):
                pass
        except OSError:
            pass
        if not self.is_finishing:
            end_process_group()


def connection_of(options):
    if 'socket-fd' in options:
        return socket(AF_UNIX, SOCK_STREAM, fileno=int(options['socket-fd']))
    connection = socket(AF_UNIX, SOCK_STREAM)
    connection.connect(options['socket-path'])
    return connection


def cut(text, limit_bytes):
    data = text.encode('utf-8', 'backslashreplace')
    return data if len(data) <= limit_bytes else data[:limit_bytes].decode('utf-8', 'ignore').encode('utf-8')
