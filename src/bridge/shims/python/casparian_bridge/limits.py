"""What the process holds itself to, and the room that is kept to report that it was too much."""

import os
import sys


def limit_resources(options):
    if 'memory-bytes' in options:
        limit_memory(int(options['memory-bytes']))
    if 'cpu-seconds' in options:
        limit_cpu(int(options['cpu-seconds']))


def limit_cpu(limit_seconds):
    """The system ends the process with SIGXCPU, which tells this end from any other; a second later with SIGKILL."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or hard > limit_seconds + 1:
        hard = limit_seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (min(limit_seconds, hard), hard))


def limit_memory(limit_bytes):
    """Memory that is written to, RLIMIT_DATA, and not address space, RLIMIT_AS.

    Threads, memory-mapped files and the allocators of pyarrow and numpy reserve gigabytes of address space that they
    never touch, so a limit on it fails programs that use little. Linux counts private writable memory here since 4.7.
    Beyond it an allocation fails, which Python, numpy and pyarrow turn into a MemoryError with a line number.
    Only the soft limit is set, so that there is room left to report it.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


class Reserve:
    """What a failure is described with when the parser has used up everything.

    A file descriptor, since to describe a failure is to read modules and sources, and a parser that forgets to close
    its files fails just because there is none left; and the memory between the soft limit and the hard one.
    """

    def __init__(self):
        self.descriptor = os.open(os.devnull, os.O_RDONLY)

    def release(self):
        try:
            os.close(self.descriptor)
        except OSError:
            # The parser has closed all that it found open.
            pass
        if 'resource' in sys.modules:
            import resource

            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
