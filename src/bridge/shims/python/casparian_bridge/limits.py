"""Limits of the process, and a reserve to report that they were exceeded."""

import os
import sys


def limit_resources(options, is_reused=False):
    if 'memory-bytes' in options:
        limit_memory(int(options['memory-bytes']))
    if 'cpu-seconds' in options:
        limit_cpu(int(options['cpu-seconds']), is_reused)


def limit_cpu(limit_seconds, is_reused):
    """The system ends the process with SIGXCPU, which identifies the cause; a second later with SIGKILL."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if is_reused:
        # A lowered hard limit cannot be raised again, and earlier files have used some time.
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + limit_seconds, hard))
        return
    if hard == resource.RLIM_INFINITY or hard > limit_seconds + 1:
        hard = limit_seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (min(limit_seconds, hard), hard))


def limit_memory(limit_bytes):
    """Limits written memory (RLIMIT_DATA), not address space (RLIMIT_AS).

    Threads, memory-mapped files and the allocators of pyarrow and numpy reserve gigabytes of address space that they
    never use, so a limit on it fails programs that use little. Linux counts private writable memory here since 4.7.
    Beyond it an allocation fails, which Python, numpy and pyarrow turn into a MemoryError with a line number.
    Only the soft limit is set, so that memory is left to report it.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


class Reserve:
    """Resources for describing a failure after the parser has used up everything.

    A file descriptor, because describing a failure reads modules and sources, and a parser that forgets to close its
    files fails because none is left; and the memory between the soft and the hard limit.
    """

    def __init__(self):
        self.descriptor = os.open(os.devnull, os.O_RDONLY)

    def close(self):
        try:
            os.close(self.descriptor)
        except OSError:
            # The parser has closed all open descriptors.
            pass

    def release(self):
        self.close()
        if 'resource' in sys.modules:
            import resource

            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
