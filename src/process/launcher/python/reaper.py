"""A process that starts one program, adopts the orphans among its descendants, and kills what is left of them.

It connects each stream of the program, and itself, to the launcher. What it reports, in lines: `started PID`, `failed
ERRNO NAME`, `exited STATUS`. When the launcher closes this connection, or is gone, the rest is killed.
"""

import errno
import os
import select
import signal
import socket

from orphans import adopt_orphans, children_of_self, kill, libc

DESCRIPTORS = {'stdin': 0, 'stdout': 1, 'stderr': 2, 'report': 3}


def reap(address, request):
    """Never returns."""
    try:
        adopt_orphans()
        awake = wake_on_child()
        streams = {name: connect(address, request, name) for name in request.streams}
        launcher = connect(address, request, 'reaper')
        program = start(request, streams, launcher)
        if program is not None:
            attend(program, launcher, awake)
    except OSError:
        # The launcher is gone.
        pass
    finally:
        kill_descendants()
        os._exit(0)


def wake_on_child():
    """Returns a descriptor that is readable after a child has ended or stopped."""
    signal.set_wakeup_fd(-1)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reading


def connect(address, request, name):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.connect(address)
    link.sendall(b'%s %s %s\n' % (request.token, request.run, name.encode()))
    return link


def start(request, streams, launcher):
    """Returns the number of the program; None if it could not be started."""
    failures, failing = os.pipe()
    try:
        program = os.fork()
    except OSError as error:
        report_failure(launcher, error.errno)
        return None
    if program == 0:
        become(request, streams, failing)
    os.close(failing)
    for stream in streams.values():
        stream.close()
    # Closed without a word when the program runs.
    failure = os.read(failures, 16)
    os.close(failures)
    if failure:
        report_failure(launcher, int(failure))
        return None
    launcher.sendall(b'started %d\n' % program)
    return program


def report_failure(launcher, number):
    launcher.sendall(b'failed %d %s\n' % (number, errno.errorcode.get(number, 'UNKNOWN').encode()))


def become(request, streams, failing):
    """Never returns. As Node starts a program: libc searches the PATH of the new environment."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            if signal.getsignal(number) is not signal.SIG_DFL:
                signal.signal(number, signal.SIG_DFL)
        for name, stream in streams.items():
            os.dup2(stream.fileno(), DESCRIPTORS[name])
        os.chdir(request.cwd)
        import ctypes

        libc.clearenv()
        for variable in request.environment:
            libc.putenv(variable)
        argv = (ctypes.c_char_p * (len(request.argv) + 1))(*request.argv, None)
        libc.execvp(request.argv[0], argv)
        number = ctypes.get_errno()
    except OSError as error:
        number = error.errno
    try:
        os.write(failing, b'%d' % number)
    finally:
        os._exit(127)


def attend(program, launcher, awake):
    """Reports the end of the program. Returns when the launcher wants what is left of it to be killed."""
    poll = select.poll()
    poll.register(launcher, select.POLLIN)
    poll.register(awake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor != awake:
                return
            os.read(awake, 4096)
        for pid, status in ended_children():
            if pid == program:
                launcher.sendall(b'exited %d\n' % status)


def ended_children():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid, status


def kill_descendants():
    """The children of a killed process become children of this one, so each round finds the next generation."""
    while True:
        for pid in children_of_self():
            kill(pid)
        try:
            os.wait()
        except ChildProcessError:
            return
