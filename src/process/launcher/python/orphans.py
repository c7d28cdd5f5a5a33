"""What the kernel does with processes that lose their parent."""

import os
import signal

try:
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    prctl = libc.prctl
except (ImportError, OSError, AttributeError):
    libc = prctl = None

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Descendants that lose their parent become children of this process, whatever group or session they have."""
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children_of_self():
    own = os.getpid()
    try:
        with open(f'/proc/self/task/{own}/children') as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        # A kernel without these lists.
        return [int(pid) for pid in os.listdir('/proc') if pid.isdigit() and parent_of(pid) == own]


def parent_of(pid):
    try:
        with open(f'/proc/{pid}/stat', encoding='latin1') as file:
            # The name in parentheses may contain anything.
            return int(file.read().rpartition(')')[2].split()[1])
    except OSError:
        return None


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        # It has ended meanwhile, or belongs to another user.
        pass
