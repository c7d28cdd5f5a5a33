"""The place where parsers run: its processes see only what is shown there. One per parser."""

import os
from binascii import a2b_base64

from . import machine
from .confinement import of_any_run, of_run, of_view
from .kernel import end_with_parent
from .layers import Layers
from .namespaces import enter, start_first_process
from .view import View

# In a view, where the temporary folders of its runs are. No input has such a path.
TEMPORARY_ROOT = '/run/casparian-runs'


class Cell:
    """`read` are the paths of the parser and its environment; the folders of its runs are in `temporary`.

    Residents may also change the folders in `write`.
    """

    def __init__(self, read, temporary, has_network, write=()):
        self.read = tuple(read)
        self.write = tuple(write)
        self.temporary = temporary
        self.has_network = has_network
        self.view = None
        self.layers = Layers()
        try:
            enter(has_network)
            self.layers.namespaces = True
            self.open_view()
        except OSError as error:
            self.layers.problem = self.layers.problem or str(error)

    def open_view(self):
        if self.layers.landlock == 0:
            # Processes in a view have our user id, so nothing else keeps them from changing its folders.
            self.layers.problem = 'a view needs Landlock'
            return
        view = View((*machine.readable(), *self.read))
        view.mount(self.temporary, TEMPORARY_ROOT, is_writable=True)
        for path in self.write:
            view.show(path, is_writable=True)
        _, problem = start_first_process(view.root + '/proc')
        if problem:
            self.layers.problem = f'/proc: {problem}'
            return
        self.view = view
        self.layers.view = True

    def admit(self, wanted):
        """Shows what one run needs. `wanted`: read (paths), temporary (the name of its folder), and resident: whether
        it reads one input after the other, which are lent while it runs."""
        return Guest(self, wanted)

    def lend(self, paths):
        """Shows files until `take_back` is called with the result. What cannot be shown is missing in the view, and
        whoever opens it reports that."""
        lent = []
        for path in paths if self.view is not None else ():
            try:
                lent.append(self.view.lend(path))
            except OSError:
                continue
        return lent

    def take_back(self, lent):
        for real in lent:
            if real is not None:
                self.view.take_back(real)

    def confine_server(self):
        """In a new process: confines one that serves many runs. Without a view, each run confines itself."""
        end_with_parent()
        if self.view is not None:
            self.step_inside()
            of_view(self.layers.describe(), TEMPORARY_ROOT, self.has_network).apply()

    def step_inside(self):
        if self.view is not None:
            os.chroot(self.view.root)
            os.chdir('/')


class Guest:
    """One run in a cell."""

    def __init__(self, cell, wanted):
        self.cell = cell
        own = [path_of(given) for given in wanted['read']]
        self.is_resident = wanted.get('resident', False)
        self.is_reused = wanted.get('reused', False) and cell.view is not None
        self.own = own
        self.temporary = os.path.join(cell.temporary if cell.view is None else TEMPORARY_ROOT, wanted['temporary'])
        self.lent = cell.lend(own)

    def confinement(self):
        """What the process of this run applies to itself, as JSON."""
        cell = self.cell
        sees_view = self.is_resident or self.is_reused
        return {
            'layers': cell.layers.describe(),
            # What a resident may read is what its view shows. Without a view, that is the machine.
            'read': ('/',) if sees_view else cell.read,
            'own': () if sees_view else self.own,
            # A process that is reused gets a folder for each file.
            'temporary': TEMPORARY_ROOT if self.is_reused else self.temporary,
            'has_network': cell.has_network,
            'write': cell.write if self.is_resident else (),
        }

    def take_back(self):
        self.cell.take_back(self.lent)
        self.lent = []


def path_of(given):
    """A path that is not UTF-8 comes in base64."""
    return given if isinstance(given, str) else os.fsdecode(a2b_base64(given['base64']))


def environment_of(temporary):
    """Programs keep caches in their home; only the temporary folder is writable."""
    return {'TMPDIR': temporary, 'HOME': temporary}


def prepare(confinement):
    """In the process that will fork that of a run."""
    of_any_run(confinement['layers'], tuple(confinement['read']), confinement['has_network']).prepare()


def apply(confinement):
    """Confines the process of a run."""
    of_run(**confinement).apply()
