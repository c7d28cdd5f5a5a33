"""Applies the layers to a process."""

import os

from . import landlock, machine, seccomp
from .privileges import drop_capabilities, no_new_privileges


class Confinement:
    """What a process may do. `layers` is a description of those that exist on this machine."""

    def __init__(self, layers, read, write, has_network, may_lead_groups=False):
        self.layers = layers
        self.read = read
        self.write = write
        self.has_network = has_network
        self.may_lead_groups = may_lead_groups

    def apply(self):
        """Confines this process and everything that it starts, for good."""
        no_new_privileges()
        if self.layers['landlock'] > 0:
            landlock.restrict(self.read, self.write, self.has_network)
        drop_capabilities()
        if self.layers['seccomp']:
            seccomp.restrict(*self.filter())

    def prepare(self):
        """Before a fork that applies the same with a few more paths: half of the work is done now, once."""
        if self.layers['landlock'] > 0:
            landlock.prepare((*self.read, *self.write))
        if self.layers['seccomp']:
            seccomp.compiled(*self.filter())

    def filter(self):
        return self.has_network, self.layers['view'], self.may_lead_groups


def of_run(layers, read, own, temporary, has_network, write=()):
    """For a parser on one input (`own`), or a resident that gets inputs one after the other."""
    return Confinement(layers, (*system(layers), *read, *own), (*writable(layers), temporary, *write), has_network)


def of_any_run(layers, read, has_network):
    """What all runs have in common. Without a view, each may also read about its own process."""
    return Confinement(layers, (*machine_of(layers), *read), writable(layers), has_network)


def of_view(layers, temporary_root, has_network):
    """For a process that serves one input after another: everything in its view, which changes."""
    return Confinement(layers, ('/',), (*writable(layers), temporary_root), has_network, may_lead_groups=True)


def system(layers):
    """On the machine, only what is about this process may be read in /proc."""
    return machine_of(layers) if layers['view'] else (*machine_of(layers), f'/proc/{os.getpid()}')


def machine_of(layers):
    if layers['view']:
        return (*machine.IN_A_VIEW, *machine.own_python())
    return (*machine.readable(), *(f'/proc/{name}' for name in machine.OF_PROC))


def writable(layers):
    """The shared memory of the machine has data of other programs; that of a view has none."""
    return (*machine.DEVICES, *((machine.SHARED_MEMORY,) if layers['view'] else ()))
