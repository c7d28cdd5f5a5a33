"""What a parser leaves behind in its process: the next file would be parsed differently, or the process would leak."""

import os
import sys
from operator import is_

# Deeper and longer values are compared by identity and length.
DEPTH = 4
MOST_ITEMS = 200
# Libraries keep them open.
DEVICES = ('/dev/null', '/dev/random', '/dev/urandom', '/dev/zero')
PLAIN = (int, float, complex, str, bytes, type(None))


class Snapshot:
    """The process before a file. What libraries keep for themselves is not compared."""

    def __init__(self, parser, own_modules):
        self.parser = parser
        self.bridge = None
        self.own_modules = own_modules
        self.before = None

    def begin_file(self, bridge):
        """Between files nothing runs: what was found after one is compared with what is found after the next."""
        self.bridge = bridge
        if self.before is None:
            self.before = self.take()
        else:
            self.before.update(surroundings())

    def take(self):
        own = self.own_modules.names()
        return {
            **surroundings(),
            'sys.path': list(sys.path),
            'the standard output': [os.fstat(number).st_ino for number in (1, 2)],
            'files': open_files(self.bridge.socket.fileno()),
            'threads': running_threads(),
            'globals': globals_of(own),
            'parser': state_of(self.parser.instance, own),
        }

    def changes(self):
        """Says what the file has changed, in sentences without a full stop."""
        before, after = self.before, self.take()
        changes = [
            f'{what} was changed'
            for what in ('the working directory', 'the environment', 'sys.path', 'the standard output')
            if before[what] != after[what]
        ]
        changes += [f'{name} was left open' for name in sorted(after['files'] - before['files'])[:3]]
        if after['threads'] > before['threads']:
            changes.append('a thread was left running')
        if has_children():
            changes.append('a process was left running')
        for module, names in after['globals'].items():
            # A module that was imported inside of parse() is the same for all files.
            earlier = before['globals'].get(module, names)
            changed = [name for name in {**earlier, **names} if earlier.get(name) != names.get(name)]
            changes += [f'the global variable {name} of {module} was changed' for name in sorted(changed)[:3]]
        if before['parser'] != after['parser']:
            changes.append('an attribute of the Parser was changed')
        self.before = after
        return changes


class OwnModules:
    """The modules in the parser's folder. They are searched for again only if other modules are loaded: with pandas, a
    search through all 700 takes longer than the other comparisons together."""

    def __init__(self, parser_path):
        self.prefix = os.path.dirname(os.path.abspath(parser_path)) + os.sep
        self.searched = []
        self.found = []

    def names(self):
        loaded = list(sys.modules.values())
        if not is_same_list(loaded, self.searched):
            self.searched = loaded
            self.found = [
                name
                for name, module in list(sys.modules.items())
                if (getattr(module, '__file__', None) or '').startswith(self.prefix)
            ]
        return self.found


def is_same_list(some, others):
    """Whether two lists have the same objects. Modules may define what is equal."""
    return len(some) == len(others) and all(map(is_, some, others))


def surroundings():
    """What is set for each file."""
    return {'the working directory': os.getcwd(), 'the environment': dict(os.environ)}


def globals_of(modules):
    return {
        module: {
            name: state_of(value, modules)
            for name, value in list(vars(sys.modules[module]).items())
            # Python's own, such as the warnings that were shown.
            if not name.startswith('__')
        }
        for module in modules
    }


def open_files(bridge):
    """The open files, pipes and sockets. Others, such as epoll, belong to libraries."""
    found = set()
    for entry in os.listdir('/proc/self/fd'):
        try:
            target = os.readlink(f'/proc/self/fd/{entry}')
        except OSError:
            continue
        if int(entry) > 2 and int(entry) != bridge and target.startswith(('/', 'pipe:', 'socket:')):
            found.add(target)
    found.difference_update(DEVICES)
    return found


def running_threads():
    threading = sys.modules.get('threading')
    return threading.active_count() if threading else 0


def has_children():
    try:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
    except ChildProcessError:
        return False


def state_of(value, own, depth=DEPTH):
    """Something that is equal as long as the value is."""
    if isinstance(value, PLAIN):
        return (type(value), repr(value) if isinstance(value, (float, complex)) else value)
    if depth == 0:
        return id(value)
    if isinstance(value, (list, tuple)):
        return (id(value), len(value), tuple(state_of(each, own, depth - 1) for each in value[:MOST_ITEMS]))
    if isinstance(value, (set, frozenset)):
        return (id(value), len(value))
    if isinstance(value, dict):
        items = list(value.items())[:MOST_ITEMS]
        return (id(value), len(value), tuple((id(key), state_of(each, own, depth - 1)) for key, each in items))
    kind = value if isinstance(value, type) else type(value)
    if getattr(kind, '__module__', None) in own and hasattr(value, '__dict__'):
        return (id(value), state_of(dict(vars(value)), own, depth - 1)[1:])
    return id(value)
