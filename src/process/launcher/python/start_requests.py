"""Reads requests to start programs: `[length, 4 bytes][fields, separated by NUL]`, as written by reapers.ts."""

LENGTH_BYTES = 4


class Request:
    """All texts are bytes: names of files need not be text. `message` is the request as it was received."""

    def __init__(self, message):
        self.message = message
        fields = message[LENGTH_BYTES:].split(b'\0')
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
