"""Own process numbers, network and mounts."""

import os

from .kernel import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_REC,
    end_with_parent,
    mount,
    unshare,
)


def enter(has_network):
    """Moves this process into new namespaces; processes that it starts have new numbers. Raises OSError if refused.

    Root needs no user namespace. Other users get one in which they have all rights over the new namespaces, and no
    others.
    """
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | (0 if has_network else CLONE_NEWNET)
    user, group = os.geteuid(), os.getegid()
    try:
        unshare(flags)
    except PermissionError:
        unshare(CLONE_NEWUSER | flags)
        write('/proc/self/setgroups', 'deny')
        write('/proc/self/uid_map', f'{user} {user} 1')
        write('/proc/self/gid_map', f'{group} {group} 1')
    # What is mounted from now on stays in this namespace.
    mount('none', '/', None, MS_REC | MS_PRIVATE)


def write(path, text):
    with open(path, 'w') as file:
        file.write(text)


# Shows only processes that the reader may inspect, which Landlock limits to its own. Needs Linux 5.8.
OWN_PROCESSES_ONLY = 'hidepid=ptraceable'


def start_first_process(proc_folder):
    """Starts process 1, without which no other can exist, and mounts /proc for the new numbers.

    Process 1 adopts orphans, and lives as long as this process. If it ends, the kernel kills all others.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        problem = b''
        try:
            end_with_parent()
            os.close(reader)
            mount_proc(proc_folder)
        except BaseException as error:
            problem = str(error).encode() or b'unknown'
        os.write(writer, b'.' + problem)
        os.close(writer)
        os.closerange(0, 3)
        sleep_and_reap()
    os.close(writer)
    said = os.read(reader, 4096)
    os.close(reader)
    return pid, (said[1:].decode() if said else 'process 1 ended')


def mount_proc(folder):
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    try:
        mount('proc', folder, 'proc', flags, OWN_PROCESSES_ONLY)
    except OSError:
        mount('proc', folder, 'proc', flags)


def sleep_and_reap():
    import signal

    # Children of a process that ignores this signal vanish without a wait.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        signal.pause()
