"""A request to start a program, as slot.ts writes it: `[length of the input, 4 bytes][input][fields]`.

NUL separates the fields.
"""

LENGTH_BYTES = 4


class Request:
    """All texts are bytes: names of files need not be text. `stdin` is empty without input."""

    def __init__(self, payload):
        end = LENGTH_BYTES + int.from_bytes(payload[:LENGTH_BYTES], 'little')
        self.stdin = payload[LENGTH_BYTES:end]
        report, self.cwd, arguments, *rest = payload[end:].split(b'\0')
        self.report = report == b'report'
        self.argv = rest[: int(arguments)]
        self.environment = dict(variable.split(b'=', 1) for variable in rest[int(arguments) :])
