"""Starts a reaper for each program that a worker runs at the same time (reaper.py).

Node cannot ask the kernel for orphans, so the programs of a worker are started from here:

    worker (Node)
    `- adopter          this file; adopts the orphans of reapers that were killed
       |- reaper        runs a program, adopts its orphans, and kills them when the program has ended
       |  `- program
       `- ...           as many as programs run at the same time; they are kept for the next ones

Descriptor 3 is the link to the worker. The descriptors after it are slots: connections to the worker, one for each
reaper, as many as the first argument says. The worker writes a request to a slot. A reaper starts with the first one,
and has the slot from then on.
"""

import os
import select
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from frames import FAILED, PONG, frame
from orphans import adopt_orphans, children_of_self, kill, prctl
from reaper import failure_of, serve, wake_on_child

LINK_FD = 3


def main(slots):
    if prctl is None:
        # The worker starts programs in another way.
        return
    adopt_orphans()
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Adopter(range(LINK_FD + 1, LINK_FD + 1 + slots)).run()


class Adopter:
    def __init__(self, slots):
        self.slots = set(slots)
        self.reapers = set()
        self.link_is_open = True
        self.poll = select.poll()
        for descriptor in (LINK_FD, *slots):
            os.set_inheritable(descriptor, False)
            self.poll.register(descriptor, select.POLLIN)

    def run(self):
        """Returns when the worker has closed the link and all reapers have ended."""
        self.awake = wake_on_child()
        self.poll.register(self.awake[0], select.POLLIN)
        os.write(LINK_FD, frame(PONG))
        while self.link_is_open or self.reapers:
            ready = [descriptor for descriptor, _ in self.poll.poll()]
            if LINK_FD in ready:
                self.hear_worker()
            if self.awake[0] in ready:
                os.read(self.awake[0], 4096)
            for slot in self.slots.intersection(ready):
                self.start_reaper(slot)
            self.wait()
        self.kill_orphans()

    def hear_worker(self):
        """It only pings. It closes the link to end this process."""
        try:
            if os.read(LINK_FD, 4096):
                os.write(LINK_FD, frame(PONG))
                return
        except OSError:
            pass
        self.link_is_open = False
        self.poll.unregister(LINK_FD)
        for slot in list(self.slots):
            self.give_up(slot)

    def start_reaper(self, slot):
        try:
            pid = os.fork()
        except OSError as error:
            os.write(slot, frame(FAILED, failure_of(error)))
            self.give_up(slot)
            return
        if pid == 0:
            self.become_reaper(slot)
        self.give_up(slot)
        self.reapers.add(pid)

    def give_up(self, slot):
        self.slots.remove(slot)
        self.poll.unregister(slot)
        os.close(slot)

    def become_reaper(self, slot):
        """Never returns. Closes what belongs to the adopter: it ends for the worker when its descriptors are closed."""
        try:
            signal.set_wakeup_fd(-1)
            for descriptor in (*self.awake, *self.slots):
                if descriptor != slot:
                    os.close(descriptor)
            # Programs get the number, so it must not be another descriptor's.
            os.dup2(os.open(os.devnull, os.O_RDWR), LINK_FD, inheritable=False)
            serve(slot)
        finally:
            os._exit(0)

    def wait(self):
        """Also ends a reaper that its program has stopped: the program would never be reported to have ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
            except ChildProcessError:
                return
            if pid == 0:
                return
            is_reaper = pid in self.reapers
            if os.WIFSTOPPED(status):
                if is_reaper:
                    kill(pid)
                continue
            self.reapers.discard(pid)
            if not is_reaper or os.WIFSIGNALED(status):
                self.kill_orphans()

    def kill_orphans(self):
        """A reaper was killed; its program is ours now. What these leave behind is killed when they have ended."""
        for pid in children_of_self():
            if pid not in self.reapers:
                kill(pid)


if __name__ == '__main__':
    main(int(sys.argv[1]))
    os._exit(0)
