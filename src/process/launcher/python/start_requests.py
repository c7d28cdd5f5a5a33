"""Reads requests to start programs, as written by reapers.ts.

`[length of the rest, 4 bytes][length of the input, 4 bytes][input][fields, separated by NUL]`
"""

LENGTH_BYTES = 4


class Request:
    """All texts are bytes: names of files need not be text. `message` is the request as it was received.

    `stdin` fits into a pipe. It is empty without input, or with one that comes through a connection.
    """

    def __init__(self, message):
        self.message = message
        start = 2 * LENGTH_BYTES
        end = start + int.from_bytes(message[LENGTH_BYTES:start], 'little')
        self.stdin = message[start:end]
        fields = message[end:].split(b'\0')
        self.token, self.run, streams, self.cwd, arguments, *rest = fields
        self.streams = streams.decode().split(',')
        self.argv = rest[: int(arguments)]
        self.environment = rest[int(arguments) :]


def read_requests(link):
    """Returns a function that reads what has arrived: a list of requests, or None at the end."""
    held = bytearray()

    def read():
        piece = link.recv(65536)
        if not piece:
            return None
        held.extend(piece)
        requests = []
        while len(held) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(held[:LENGTH_BYTES], 'little')
            if len(held) < end:
                break
            requests.append(Request(bytes(held[:end])))
            del held[:end]
        return requests

    return read
