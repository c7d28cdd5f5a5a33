"""Seccomp: which system calls a process may use."""

import ctypes
import errno
import os
import struct
from functools import cache

from .kernel import PR_SET_SECCOMP, libc, prctl

FILTER_MODE = 2
ALLOW, KILL_PROCESS, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000

# Numbers of the kernel's headers, by architecture: x86_64, aarch64.
ARCHITECTURES = {'x86_64': (0xC000_003E, 0), 'aarch64': (0xC000_00B7, 1)}
X32_BIT = 0x4000_0000

# Calls that no parser needs, and that reach other processes, the machine or the kernel's rarely used parts.
REFUSED = {
    'acct': (163, 89),
    'add_key': (248, 217),
    'adjtimex': (159, 171),
    'bpf': (321, 280),
    'chroot': (161, 51),
    'clock_adjtime': (305, 266),
    'clock_settime': (227, 112),
    'delete_module': (176, 106),
    'fanotify_init': (300, 262),
    'finit_module': (313, 273),
    'fsconfig': (431, 431),
    'fsmount': (432, 432),
    'fsopen': (430, 430),
    'fspick': (433, 433),
    'init_module': (175, 105),
    'ioperm': (173, None),
    'iopl': (172, None),
    'kcmp': (312, 272),
    'kexec_file_load': (320, 294),
    'kexec_load': (246, 104),
    'keyctl': (250, 219),
    'mount': (165, 40),
    'mount_setattr': (442, 442),
    'move_mount': (429, 429),
    'open_by_handle_at': (304, 265),
    'open_tree': (428, 428),
    'perf_event_open': (298, 241),
    'pidfd_getfd': (438, 438),
    'pivot_root': (155, 41),
    'process_vm_readv': (310, 270),
    'process_vm_writev': (311, 271),
    'ptrace': (101, 117),
    'quotactl': (179, 60),
    'reboot': (169, 142),
    'request_key': (249, 218),
    'setdomainname': (171, 162),
    'sethostname': (170, 161),
    'setns': (308, 268),
    'settimeofday': (164, 170),
    'swapoff': (168, 225),
    'swapon': (167, 224),
    'syslog': (103, 116),
    'umount2': (166, 39),
    'unshare': (272, 97),
    'userfaultfd': (323, 282),
    'vhangup': (153, 58),
}
# Refused as if the kernel did not have them: programs then use calls that this filter can judge.
UNKNOWN = {
    'clone3': (435, 435),
    'io_uring_enter': (426, 426),
    'io_uring_register': (427, 427),
    'io_uring_setup': (425, 425),
}
# A process that cannot leave its group cannot outlive its job.
LEAVING_THE_GROUP = {'setpgid': (109, 154), 'setsid': (112, 157)}
# Memory and queues that all processes of a user share, unless they are in a namespace.
SHARED_BY_USER = {
    'mq_open': (240, 180),
    'mq_unlink': (241, 181),
    'msgctl': (71, 187),
    'msgget': (68, 186),
    'msgrcv': (70, 188),
    'msgsnd': (69, 189),
    'semctl': (66, 191),
    'semget': (64, 190),
    'semop': (65, 193),
    'semtimedop': (220, 192),
    'shmat': (30, 196),
    'shmctl': (31, 195),
    'shmget': (29, 194),
}
# These change files that a process cannot open, and Landlock does not limit them. In a view, other files do not exist,
# and those that do are mounted read-only. Without one, these calls do nothing and report success: programs that copy
# or unpack files use them, and work on without them.
CHANGING_ATTRIBUTES = {
    'chmod': (90, None),
    'chown': (92, None),
    'fchmod': (91, 52),
    'fchmodat': (268, 53),
    'fchmodat2': (452, 452),
    'fchown': (93, 55),
    'fchownat': (260, 54),
    'file_setattr': (469, 469),
    'fremovexattr': (199, 16),
    'fsetxattr': (190, 7),
    'futimesat': (261, None),
    'lchown': (94, None),
    'lremovexattr': (198, 15),
    'lsetxattr': (189, 6),
    'removexattr': (197, 14),
    'removexattrat': (466, 466),
    'setxattr': (188, 5),
    'setxattrat': (463, 463),
    'utime': (132, None),
    'utimensat': (280, 88),
    'utimes': (235, None),
}
NOTHING = 0
# The first argument is a process, and 0 the caller: all processes of the user can be reached.
OF_A_PROCESS = {
    'prlimit64': (302, 261),
    'sched_setaffinity': (203, 122),
    'sched_setattr': (314, 274),
    'sched_setparam': (142, 118),
    'sched_setscheduler': (144, 119),
}
# The first argument is the kind of the second one: a process, a group or (last) a user.
OF_A_KIND = {'setpriority': ((141, 140), 2), 'ioprio_set': ((251, 30), 3)}

CLONE = (56, 220)
SOCKET = (41, 198)
IOCTL = (16, 29)
NEW_NAMESPACES = 0x7E02_0000
TYPE_INTO_TERMINAL = (0x5412, 0x541C)

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16

# The fields of the record that a filter judges.
NUMBER_AT, ARCHITECTURE_AT, FIRST_ARGUMENT_AT, SECOND_ARGUMENT_AT = 0, 4, 16, 24
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06


def is_available():
    """Whether this kernel and architecture have it. A filter at address 0 is refused only after that is known."""
    if os.uname().machine not in ARCHITECTURES:
        return False
    nowhere = ctypes.c_void_p(0)
    result = libc.prctl(PR_SET_SECCOMP, FILTER_MODE, nowhere)
    return result < 0 and ctypes.get_errno() == errno.EFAULT


class Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('filter', ctypes.c_void_p)]


def restrict(has_network, has_view, may_leave_group):
    """Restricts this thread and what it starts, for good."""
    code = compiled(has_network, has_view, may_leave_group)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = Program(length=len(code) // 8, filter=ctypes.addressof(buffer))
    prctl(PR_SET_SECCOMP, FILTER_MODE, ctypes.addressof(program))


@cache
def compiled(has_network, has_view, may_leave_group):
    architecture, column = ARCHITECTURES[os.uname().machine]
    code = [
        step(LOAD, ARCHITECTURE_AT),
        step(JUMP_EQUAL, architecture, 1, 0),
        step(RETURN, KILL_PROCESS),
        step(LOAD, NUMBER_AT),
        step(JUMP_AT_LEAST, X32_BIT, 0, 1),
        step(RETURN, ERRNO | errno.ENOSYS),
    ]
    refused = {
        **REFUSED,
        **({} if may_leave_group else LEAVING_THE_GROUP),
        **({} if has_view else SHARED_BY_USER),
    }
    ignored = {} if has_view else CHANGING_ATTRIBUTES
    for calls, error in ((refused, errno.EPERM), (UNKNOWN, errno.ENOSYS), (ignored, NOTHING)):
        for numbers in calls.values():
            if numbers[column] is not None:
                code += [step(JUMP_EQUAL, numbers[column], 0, 1), step(RETURN, ERRNO | error)]
    code += judged(CLONE[column], FIRST_ARGUMENT_AT, refuse_any_bit(NEW_NAMESPACES))
    code += judged(IOCTL[column], SECOND_ARGUMENT_AT, refuse_each(TYPE_INTO_TERMINAL))
    code += judged(SOCKET[column], FIRST_ARGUMENT_AT, allow_each(families_of(has_network, has_view)))
    for numbers in OF_A_PROCESS.values():
        code += judged(numbers[column], FIRST_ARGUMENT_AT, allow_each((0,)))
    for numbers, user in OF_A_KIND.values():
        code += judged(numbers[column], SECOND_ARGUMENT_AT, allow_own(user))
    return b''.join([*code, step(RETURN, ALLOW)])


def families_of(has_network, has_view):
    """Those of the sockets that may be opened. Only a view limits which Unix sockets can be reached."""
    return ((AF_UNIX,) if has_view else ()) + ((AF_INET, AF_INET6, AF_NETLINK) if has_network else ())


def judged(number, argument_at, verdict):
    """The verdict ends the program, if the call has this number."""
    return [step(JUMP_EQUAL, number, 0, len(verdict) + 1), step(LOAD, argument_at), *verdict]


def refuse_any_bit(bits):
    return [step(JUMP_ANY_BIT, bits, 0, 1), step(RETURN, ERRNO | errno.EPERM), step(RETURN, ALLOW)]


def refuse_each(values):
    tests = [part for value in values for part in (step(JUMP_EQUAL, value, 0, 1), step(RETURN, ERRNO | errno.EPERM))]
    return [*tests, step(RETURN, ALLOW)]


def allow_each(values):
    tests = [part for value in values for part in (step(JUMP_EQUAL, value, 0, 1), step(RETURN, ALLOW))]
    return [*tests, step(RETURN, ERRNO | errno.EACCES)]


def allow_own(user):
    """The caller and its group (0), but not all processes of its user."""
    return [
        step(JUMP_EQUAL, 0, 1, 0),
        step(RETURN, ERRNO | errno.EACCES),
        step(LOAD, FIRST_ARGUMENT_AT),
        *refuse_each((user,)),
    ]


def step(operation, value, if_true=0, if_false=0):
    return struct.pack('=HBBI', operation, if_true, if_false, value)
