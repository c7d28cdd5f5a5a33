"""The warm Python, seen from the server."""

import os
import socket
import struct
import sys
from json import dumps, loads

from .own_process import close_others, death_signal, lead_group, reset_signals
from .program import EXIT_NOT_STARTED, connected

# The descriptor of the warm Python's end.
CONNECTION_FD = 3
MESSAGE_BYTES = 1_048_576
# The kernel adds to each message which process sent it: its number as we see it, user and group.
SCM_CREDENTIALS = 2
CREDENTIALS = struct.Struct('3i')


class WarmPython:
    """Started at once. Everything of its environment, and of its parser, runs confined."""

    def __init__(self, command, env, cell):
        self.connection, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MESSAGE_BYTES)
        self.pid = os.fork()
        if self.pid == 0:
            become_python(command, env, cell, other)
        lead_group(self.pid)
        other.close()

    def fork(self, wanted, guest, writers):
        message = {
            **wanted,
            'confinement': None if guest is None else guest.confinement(),
            'temporary': None if guest is None else guest.temporary,
        }
        connections = [] if guest is None else [connected(wanted['sandbox']['socket'])]
        try:
            socket.send_fds(self.connection, [dumps(message).encode('ascii')], [*writers, *connections])
        except OSError:
            # It has ended, which `receive` reports.
            pass
        for connection in connections:
            os.close(connection)

    def receive(self):
        """The next message and its sender, or None."""
        try:
            data, added, _, _ = self.connection.recvmsg(MESSAGE_BYTES, socket.CMSG_SPACE(CREDENTIALS.size))
        except OSError:
            data, added = b'', []
        if not data:
            return None, None
        senders = [CREDENTIALS.unpack(value)[0] for _, kind, value in added if kind == SCM_CREDENTIALS]
        return loads(data), senders[0] if senders else None


def become_python(command, env, cell, connection):
    try:
        lead_group(0)
        death_signal()()
        reset_signals()
        os.dup2(connection.fileno(), CONNECTION_FD)
        os.dup2(2, 1)
        os.set_inheritable(CONNECTION_FD, True)
        close_others(CONNECTION_FD + 1)
        os.chdir('/')
        if cell is not None:
            cell.confine_server()
        os.execve(command[0], command, env)
    except BaseException as error:
        sys.stderr.write(f'{command[0]} could not be started: {error}\n')
        sys.stderr.flush()
    finally:
        os._exit(EXIT_NOT_STARTED)
