"""Gives up the rights of root."""

import ctypes

from .kernel import PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, check, libc, prctl

CAP_DAC_READ_SEARCH = 2
LAST_CAPABILITY = 63
VERSION_3 = 0x2008_0522


class Header(ctypes.Structure):
    _fields_ = [('version', ctypes.c_uint32), ('pid', ctypes.c_int)]


class Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ('effective', 'permitted', 'inheritable')]


def no_new_privileges():
    """No program can give them back, whatever its owner and its mode."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities():
    """Keeps one right of a root worker: to read the files of all users. The other layers limit which files exist."""
    header = Header(version=VERSION_3, pid=0)
    sets = (Sets * 2)()
    check(libc.capget(ctypes.byref(header), sets))
    kept = (1 << CAP_DAC_READ_SEARCH, 0)
    if all(each.permitted & ~rights == 0 and each.inheritable == 0 for each, rights in zip(sets, kept)):
        # Dropped before the fork. No program can bring them back.
        return
    for number in range(LAST_CAPABILITY + 1):
        if number != CAP_DAC_READ_SEARCH:
            # Fails for numbers beyond the last.
            libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0)
    for each, rights in zip(sets, kept):
        each.permitted &= rights
        each.effective = each.permitted
        each.inheritable = 0
    check(libc.capset(ctypes.byref(header), sets))
