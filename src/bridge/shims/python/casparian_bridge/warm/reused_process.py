"""A process of a parser that declares `reuse = True`, seen from the server."""

import socket
import struct
from json import dumps, loads
from time import monotonic

# Of a message about one file: a path has 4,096 bytes at most. Python reserves as much memory for each message that it
# receives, and asks the system for a megabyte: 19 instead of 3 µs.
MESSAGE_BYTES = 65_536
# How long a process waits for a file.
IDLE_SECONDS = 60
# The kernel adds to each message which process sent it: its number as we see it, user and group.
SCM_CREDENTIALS = 2
CREDENTIALS = struct.Struct('3i')


class ReusedProcess:
    """Gets its files from the server. `child` is the file that it parses, or the last one: all have its outputs."""

    def __init__(self, common, child):
        self.channel, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.channel.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.channel.setblocking(False)
        self.common = common
        self.child = child
        self.pid = None
        # Since when it has waited for a file; None while it has one.
        self.idle_since = None

    def hand_over(self, wanted, guest, connections):
        """Returns whether it could be sent a file."""
        temporary = None if guest is None else guest.temporary
        message = {'arguments': wanted['arguments'], 'cwd': wanted['cwd'], 'temporary': temporary}
        try:
            socket.send_fds(self.channel, [dumps(message).encode('ascii')], connections)
        except OSError:
            # It was killed.
            return False
        self.idle_since = None
        return True

    def receive(self):
        """Its next message, or None if it has ended."""
        message, sender = received(self.channel)
        if message is not None and self.pid is None:
            self.pid = sender
        return message

    def wait(self):
        self.idle_since = monotonic()

    def waits_too_long(self):
        return self.idle_since is not None and monotonic() - self.idle_since > IDLE_SECONDS


def received(connection):
    """The next message of a connection and its sender, or None. Who sends anything else counts as ended."""
    try:
        data, added, _, _ = connection.recvmsg(MESSAGE_BYTES, socket.CMSG_SPACE(CREDENTIALS.size))
    except OSError:
        data, added = b'', []
    try:
        message = loads(data)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        return None, None
    senders = [CREDENTIALS.unpack(value)[0] for _, kind, value in added if kind == SCM_CREDENTIALS]
    return message, senders[0] if senders else None


def common_of(wanted):
    """What all files of a process have in common: whose they are, the parser, its folder and its limits."""
    arguments = wanted['arguments']
    options = dict(zip(arguments[::2], arguments[1::2]))
    fixed = [options.get(name) for name in ('--parser-path', '--memory-bytes', '--cpu-seconds', '--load-only')]
    return dumps([wanted['reuse'], wanted['cwd'], *fixed])
