"""Starts the launcher of a worker, and finds a reaper for each program that the launcher asks for (reaper.py).

Node cannot ask the kernel for orphans, so the programs of a worker are started from here:

    worker (Node)
    `- adopter          this file; adopts the orphans of reapers that were killed
       |- launcher      Node, launcher-process.ts: passes on output and exits
       |- reaper        runs a program, adopts its orphans, and kills them when the program has ended
       |  `- program
       `- ...           as many as programs run at the same time; some are kept for the next ones

The arguments are the command line of the launcher. Its descriptor 3 is the link to its worker, 4 the link to this
process, and 5 the socket to which reapers connect. CASPARIAN_ADOPTER says that there are 4 and 5.
"""

import fcntl
import os
import select
import signal
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from orphans import PR_SET_PDEATHSIG, adopt_orphans, children_of_self, kill, prctl
from reaper import connect, report_failure, serve, wake_on_child
from start_requests import read_requests

REPORT_FD = 3
LINK_FD = 4
SERVER_FD = 5
# A reaper that waits for the next program saves a fork: 2 ms of CPU.
MOST_FREE_REAPERS = 8


def main(command):
    if prctl is None:
        os.execv(command[0], command)
    adopt_orphans()
    ours, theirs = socket.socketpair()
    # The kernel chooses an abstract address: a file would be left behind by a process that is killed. The launcher
    # cannot choose one itself, because versions of Node pad such names differently.
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind('')
    server.listen(128)
    address = server.getsockname()
    launcher = start_launcher(command, theirs, server)
    theirs.close()
    server.close()
    # Also closes the link to the worker. Programs get the number, so it must not be another descriptor's.
    os.dup2(os.open(os.devnull, os.O_RDWR), REPORT_FD, inheritable=False)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Adopter(launcher, ours, address).run()


def start_launcher(command, link, server):
    adopter = os.getpid()
    pid = os.fork()
    if pid == 0:
        become_launcher(command, link, server, adopter)
    return pid


def become_launcher(command, link, server, adopter):
    """Never returns. It ends with its adopter."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != adopter:
        os._exit(1)
    # Copies above both numbers first, so that neither is overwritten.
    copies = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD_CLOEXEC, SERVER_FD + 1) for one in (link, server)]
    for copy, number in zip(copies, (LINK_FD, SERVER_FD)):
        os.dup2(copy, number)
    os.execve(command[0], command, {**os.environ, 'CASPARIAN_ADOPTER': '1'})


class Reaper:
    """A reaper, and the program that it runs; None if it is free."""

    def __init__(self, pid, link):
        self.pid = pid
        self.link = link
        self.request = None


class Adopter:
    def __init__(self, launcher, link, address):
        self.launcher = launcher
        self.link = link
        self.address = address
        # By process number, and by the descriptor of the connection to it.
        self.reapers = {}
        self.linked = {}
        self.free = []
        self.launcher_has_ended = False
        self.poll = select.poll()

    def run(self):
        """Returns when the launcher and all reapers have ended."""
        awake = wake_on_child()
        requests = read_requests(self.link)
        link = self.link.fileno()
        self.poll.register(link, select.POLLIN)
        self.poll.register(awake, select.POLLIN)
        while True:
            for descriptor, _ in self.poll.poll():
                if descriptor == awake:
                    os.read(awake, 4096)
                elif descriptor != link:
                    self.hear_reaper(descriptor)
                elif not self.start(requests):
                    self.poll.unregister(link)
            self.wait()
            if self.launcher_has_ended and not self.reapers:
                self.kill_orphans()
                return

    def start(self, requests):
        arrived = requests()
        if arrived is None:
            return False
        for request in arrived:
            self.assign(request)
        return True

    def assign(self, request):
        try:
            reaper = self.free.pop() if self.free else self.start_reaper()
        except OSError as error:
            report_failure(connect(self.address, request, 'reaper'), error.errno)
            return
        reaper.request = request
        try:
            reaper.link.sendall(request.message)
        except OSError:
            # It was killed, which `wait` notices.
            pass

    def start_reaper(self):
        ours, theirs = socket.socketpair()
        try:
            pid = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            raise
        if pid == 0:
            for link in (ours, self.link, *(reaper.link for reaper in self.reapers.values())):
                link.close()
            serve(theirs, self.address)
        theirs.close()
        reaper = self.reapers[pid] = self.linked[ours.fileno()] = Reaper(pid, ours)
        self.poll.register(ours, select.POLLIN)
        return reaper

    def hear_reaper(self, descriptor):
        reaper = self.linked.get(descriptor)
        if reaper is None:
            return
        try:
            is_free = reaper.link.recv(1) != b''
        except OSError:
            is_free = False
        if not is_free:
            self.hang_up(reaper)
            return
        reaper.request = None
        if self.launcher_has_ended or len(self.free) == MOST_FREE_REAPERS:
            self.hang_up(reaper)
        else:
            self.free.append(reaper)

    def hang_up(self, reaper):
        """A reaper ends with this connection."""
        if reaper in self.free:
            self.free.remove(reaper)
        if self.linked.pop(reaper.link.fileno(), None) is not None:
            self.poll.unregister(reaper.link)
            reaper.link.close()

    def end_free(self):
        """Those that are busy follow when they are free."""
        self.launcher_has_ended = True
        for reaper in list(self.free):
            self.hang_up(reaper)

    def remove(self, reaper):
        """It has ended. If it was killed, its launcher may never have heard of it, and would wait for its program."""
        self.hang_up(reaper)
        if reaper.request is not None:
            try:
                connect(self.address, reaper.request, 'reaper').close()
            except OSError:
                # The launcher is gone.
                pass

    def wait(self):
        """Also ends a reaper that its program has stopped: the program would never be reported to have ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if os.WIFSTOPPED(status):
                if pid in self.reapers:
                    kill(pid)
                continue
            if pid == self.launcher:
                self.end_free()
                continue
            reaper = self.reapers.pop(pid, None)
            if reaper is not None:
                self.remove(reaper)
            if reaper is None or os.WIFSIGNALED(status):
                self.kill_orphans()

    def kill_orphans(self):
        """A reaper was killed; its program is ours now. What these leave behind is killed when they have ended."""
        for pid in children_of_self():
            if pid != self.launcher and pid not in self.reapers:
                kill(pid)


if __name__ == '__main__':
    main(sys.argv[1:])
    os._exit(0)
