"""System calls that Python does not offer, with ctypes."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS = 0x0002_0000
CLONE_NEWIPC = 0x0800_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
MS_REC, MS_PRIVATE = 0x4000, 0x4_0000
MNT_DETACH, UMOUNT_NOFOLLOW = 2, 8

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38

# The numbers of newer calls are the same on all architectures.
SYS_OPEN_TREE, SYS_MOVE_MOUNT, SYS_MOUNT_SETATTR = 428, 429, 442
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
OPEN_TREE_FLAGS = 1 | os.O_CLOEXEC | AT_RECURSIVE
MOVE_MOUNT_FROM_EMPTY, MOVE_MOUNT_TO_EMPTY = 0x04, 0x40


def check(result):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def unshare(flags):
    check(libc.unshare(flags))


def prctl(option, *arguments):
    words = [ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)[:4]]
    return check(libc.prctl(option, *words))


def end_with_parent():
    """The kernel kills this process when its parent ends, however that ends."""
    prctl(PR_SET_PDEATHSIG, 9)


def mount(source, target, kind=None, flags=0, data=None):
    words = [None if each is None else os.fsencode(each) for each in (source, target, kind)]
    check(libc.mount(*words, ctypes.c_ulong(flags), None if data is None else data.encode()))


def unmount(target):
    """Processes that use it keep it until they end."""
    check(libc.umount2(os.fsencode(target), MNT_DETACH | UMOUNT_NOFOLLOW))


class MountAttributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ('set', 'clear', 'propagation', 'user_namespace')]


def copy_mount(path, attributes):
    """A descriptor of what is mounted at and below a path, with more restrictive attributes. Needs Linux 5.12."""
    copy = check(libc.syscall(SYS_OPEN_TREE, AT_FDCWD, os.fsencode(path), OPEN_TREE_FLAGS))
    wanted = MountAttributes(set=attributes)
    size = ctypes.c_size_t(ctypes.sizeof(wanted))
    try:
        check(libc.syscall(SYS_MOUNT_SETATTR, copy, b'', AT_EMPTY_PATH | AT_RECURSIVE, ctypes.byref(wanted), size))
    except OSError:
        os.close(copy)
        raise
    return copy


def place_mount(copy, target):
    """Mounts a copy on a file or folder. Both are descriptors."""
    check(libc.syscall(SYS_MOVE_MOUNT, copy, b'', target, b'', MOVE_MOUNT_FROM_EMPTY | MOVE_MOUNT_TO_EMPTY))
