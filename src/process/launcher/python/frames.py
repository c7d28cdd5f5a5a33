"""Messages between a worker and its reapers, as frames.ts describes them.

`[length of the payload, 4 bytes][type, 1][run, 4][payload]`; a connection has one run at a time, so its number is 0.
"""

from struct import Struct

START, FINISH, _, STARTED, FAILED, STDOUT, STDERR, REPORT, EXIT, CLOSED, PONG, FREE = range(12)

HEADER = Struct('<IBI')


def frame(kind, payload=b''):
    return HEADER.pack(len(payload), kind, 0) + payload


class FrameReader:
    """Puts frames together from the pieces in which they arrive."""

    def __init__(self):
        self.held = bytearray()

    def take(self, piece):
        """Returns the frames that are complete now: pairs of type and payload."""
        held = self.held
        held += piece
        frames = []
        while len(held) >= HEADER.size:
            length, kind, _ = HEADER.unpack_from(held)
            end = HEADER.size + length
            if len(held) < end:
                break
            frames.append((kind, bytes(held[HEADER.size : end])))
            del held[:end]
        return frames
