"""The process of a program that was started here: its group, its signals, and how it ends with its parent."""

import os
import signal

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def lead_group(pid):
    """Called in the parent and in the child (0): the group must exist before the host learns of it."""
    try:
        os.setpgid(pid, pid)
    except OSError:
        pass


def death_signal():
    """A function that ends a child when this process ends, however it ends."""
    prctl = process_control()
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def adoption():
    """A function that makes the calling process the parent of those that its children leave behind."""
    prctl = process_control()
    return lambda: prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def process_control():
    try:
        from ctypes import CDLL

        return CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return lambda *_: None


def reset_signals():
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)


def close_others(first):
    """Closes all descriptors from this number on."""
    for entry in os.listdir('/proc/self/fd'):
        if int(entry) >= first:
            try:
                os.close(int(entry))
            except OSError:
                # The one that listed them.
                pass
