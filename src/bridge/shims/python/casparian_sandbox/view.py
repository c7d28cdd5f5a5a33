"""A root folder that shows only what is allowed. A process that is confined to it cannot name anything else.

Processes inside can write to parts of it. So nothing here follows a link of the view: it could lead anywhere.
"""

import os

from .kernel import MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY, MS_NODEV, MS_NOSUID, copy_mount, mount, place_mount, unmount
from .machine import DEVICES, SHARED_MEMORY

# A folder that exists on all machines, and that no parser needs. Only our own namespace sees what is mounted there.
PLACE = '/sys/kernel'
MAX_LINKS = 40
# The limit of a parser's memory does not count files in memory. Docker gives its containers a quarter of this.
SHARED_MEMORY_OPTIONS = 'mode=1777,size=256m'
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class View:
    def __init__(self, readable):
        mount('tmpfs', PLACE, 'tmpfs', MS_NOSUID | MS_NODEV, 'mode=755')
        self.root = PLACE
        # The paths that are lent: how often, and where they are mounted.
        self.lent = {}
        for folder in ('/proc', '/tmp', SHARED_MEMORY):
            os.close(self.folder(folder))
        mount('tmpfs', self.root + SHARED_MEMORY, 'tmpfs', MS_NOSUID | MS_NODEV, SHARED_MEMORY_OPTIONS)
        for path in readable:
            self.show(path)
        for path in DEVICES:
            self.show(path, is_writable=True)
        for name, target in (('fd', 'fd'), ('stdin', 'fd/0'), ('stdout', 'fd/1'), ('stderr', 'fd/2')):
            os.symlink(f'/proc/self/{target}', f'{self.root}/dev/{name}')

    def show(self, path, is_writable=False):
        """Shows a file or folder at its own path, for good. Does nothing if it is missing."""
        real = self.follow(path)
        if os.path.exists(real) and not os.path.lexists(self.root + real):
            os.close(self.mount(real, real, is_writable).folder)

    def lend(self, path):
        """Shows a file or folder until `take_back` is called with the result. None if it is shown for good."""
        real = self.follow(path)
        if real not in self.lent:
            if os.path.lexists(self.root + real):
                # Part of a folder that is shown.
                return None
            self.lent[real] = [0, self.mount(real, real, is_writable=False)]
        self.lent[real][0] += 1
        return real

    def take_back(self, real):
        entry = self.lent[real]
        entry[0] -= 1
        if entry[0] == 0:
            del self.lent[real]
            entry[1].remove()

    def mount(self, real, place, is_writable):
        """Shows what is at one path of the machine at another one of the view, which must not exist there."""
        attributes = MOUNT_ATTR_NOSUID | (0 if is_writable else MOUNT_ATTR_RDONLY)
        copy = copy_mount(real, attributes)
        try:
            folder, name = self.folder(os.path.dirname(place)), os.path.basename(place)
            if os.path.isdir(real):
                os.mkdir(name, dir_fd=folder)
            else:
                os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o444, dir_fd=folder))
            target = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            try:
                place_mount(copy, target)
            finally:
                os.close(target)
        finally:
            os.close(copy)
        return Mounted(folder, name)

    def folder(self, path):
        """Opens a folder of the view. Creates it, and those above it, if they are missing."""
        reached = os.open(self.root, FOLDER)
        for part in parts_of(path):
            try:
                os.mkdir(part, 0o755, dir_fd=reached)
            except FileExistsError:
                pass
            try:
                inner = os.open(part, FOLDER, dir_fd=reached)
            finally:
                os.close(reached)
            reached = inner
        return reached

    def follow(self, path):
        """The real path. The links on the way exist in the view too, so that the given path works there."""
        parts, reached, links = parts_of(path), '', 0
        while parts:
            part = parts.pop(0)
            if part == '..':
                reached = os.path.dirname(reached)
                continue
            here = f'{reached}/{part}'
            if not os.path.islink(here) or links == MAX_LINKS:
                reached = here
                continue
            links += 1
            target = os.readlink(here)
            self.link(here, target)
            parts = parts_of(target) + parts
            if target.startswith('/'):
                reached = ''
        return reached or '/'

    def link(self, path, target):
        if os.path.lexists(self.root + path):
            return
        folder = self.folder(os.path.dirname(path))
        try:
            os.symlink(target, os.path.basename(path), dir_fd=folder)
        except FileExistsError:
            pass
        finally:
            os.close(folder)


class Mounted:
    """A file or folder that is shown: its name, and the folder around it."""

    def __init__(self, folder, name):
        self.folder = folder
        self.name = name

    def remove(self):
        try:
            unmount(f'/proc/self/fd/{self.folder}/{self.name}')
            os.rmdir(self.name, dir_fd=self.folder)
        except NotADirectoryError:
            os.unlink(self.name, dir_fd=self.folder)
        except OSError:
            # A process inside has moved it away. The view ends with its processes.
            pass
        finally:
            os.close(self.folder)


def parts_of(path):
    return [part for part in path.split('/') if part not in ('', '.')]
