"""Which layers of the sandbox a process has."""

from . import landlock, seccomp


class Layers:
    def __init__(self):
        self.landlock = landlock.version()
        self.seccomp = seccomp.is_available()
        self.namespaces = False
        # Whether there is a private root folder.
        self.view = False
        # Why there are no namespaces, or no view.
        self.problem = None

    def describe(self):
        return {
            'landlock': self.landlock,
            'seccomp': self.seccomp,
            'namespaces': self.namespaces,
            'view': self.view,
            'problem': self.problem,
        }
