"""The warm Python, seen from the server."""

import os
import socket
import sys
from json import dumps

from .own_process import close_others, death_signal, lead_group, reset_signals
from .program import EXIT_NOT_STARTED
from .reused_process import received

# The descriptor of the warm Python's end.
CONNECTION_FD = 3
# Of a request, which lists all that a sandbox shows.
REQUEST_BYTES = 1_048_576


class WarmPython:
    """Started at once. Everything of its environment, and of its parser, runs confined."""

    def __init__(self, command, env, cell):
        self.connection, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, REQUEST_BYTES)
        self.pid = os.fork()
        if self.pid == 0:
            become_python(command, env, cell, other)
        lead_group(self.pid)
        other.close()

    def fork(self, wanted, guest, descriptors):
        """The descriptors are the outputs of the parser, a connection to the host for one in a sandbox, and the channel
        of a process that is reused."""
        message = {
            **wanted,
            'confinement': None if guest is None else guest.confinement(),
            'temporary': None if guest is None else guest.temporary,
        }
        try:
            socket.send_fds(self.connection, [dumps(message).encode('ascii')], descriptors)
        except OSError:
            # It has ended, which `receive` reports.
            pass

    def receive(self):
        """The next message and its sender, or None."""
        return received(self.connection)


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
