"""Landlock: which files a process may open, and which processes it may signal and inspect. Also binds root."""

import ctypes
import os
import stat

from .kernel import check, libc

SYS_CREATE_RULESET, SYS_ADD_RULE, SYS_RESTRICT_SELF = 444, 445, 446
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
ALL_OF_FIRST_VERSION = (1 << 13) - 1
REFER, TRUNCATE, IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
# The rights that exist for a file; the others are about the entries of a folder.
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
READ = EXECUTE | READ_FILE | READ_DIR

BIND_TCP, CONNECT_TCP = 1, 2
SCOPE_ABSTRACT_SOCKETS, SCOPE_SIGNALS = 1, 2


class Ruleset(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ('files', 'network', 'scoped')]


class PathRule(ctypes.Structure):
    _fields_ = [('allowed', ctypes.c_uint64), ('parent', ctypes.c_int32)]


def version():
    """The version of Landlock in this kernel; 0 without it."""
    return max(0, libc.syscall(SYS_CREATE_RULESET, None, ctypes.c_size_t(0), CREATE_RULESET_VERSION))


# What `prepare` has opened, by path: the descriptor and whether it is a folder, or None for a path that does not exist.
prepared = {}


def prepare(paths):
    """Before a fork: opens paths that the rules of all forks name. A rule then takes a fifth of the time."""
    for path in paths:
        if path not in prepared:
            prepared[path] = opened(path)


def forget_prepared():
    """In a fork, after its last rule."""
    for entry in prepared.values():
        if entry is not None:
            os.close(entry[0])
    prepared.clear()


def restrict(readable, writable, has_network):
    """Restricts this thread and what it starts, for good. Paths that do not exist are skipped."""
    known = version()
    handled = all_rights(known)
    attributes = Ruleset(
        files=handled,
        network=BIND_TCP | CONNECT_TCP if known >= 4 and not has_network else 0,
        scoped=SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS if known >= 6 else 0,
    )
    size = ctypes.c_size_t(24 if known >= 6 else 16 if known >= 4 else 8)
    ruleset = check(libc.syscall(SYS_CREATE_RULESET, ctypes.byref(attributes), size, 0))
    try:
        for path in readable:
            allow(ruleset, path, READ)
        for path in writable:
            # A terminal or a disk is not controlled through a device file, but /dev/null is written to.
            allow(ruleset, path, handled & ~IOCTL_DEVICE)
        check(libc.syscall(SYS_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
        forget_prepared()


def all_rights(known):
    newer = (REFER if known >= 2 else 0) | (TRUNCATE if known >= 3 else 0) | (IOCTL_DEVICE if known >= 5 else 0)
    return ALL_OF_FIRST_VERSION | newer


def allow(ruleset, path, rights):
    is_prepared = path in prepared
    entry = prepared[path] if is_prepared else opened(path)
    if entry is None:
        return
    parent, is_folder = entry
    try:
        rule = PathRule(allowed=rights if is_folder else rights & OF_A_FILE, parent=parent)
        check(libc.syscall(SYS_ADD_RULE, ruleset, RULE_PATH_BENEATH, ctypes.byref(rule), 0))
    finally:
        if not is_prepared:
            os.close(parent)


def opened(path):
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return None
    return parent, stat.S_ISDIR(os.fstat(parent).st_mode)
