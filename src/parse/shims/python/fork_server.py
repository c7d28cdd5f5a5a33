"""A Python that has everything imported, and forks itself for each parser that is to run.

    python fork_server.py        (control: a socket at file descriptor 3)

The host sends a line of JSON for each parser:

    {"id": 7, "arguments": ["--socket-path", …], "cwd": "/…", "imports": ["pandas"]}

and hears of it, also in lines of JSON, in this order:

    {"id": 7, "pid": 4711}                          it runs, in a process group of its own
    {"id": 7, "stream": 1, "data": "aGVsbG8K"}      it printed (1 stdout, 2 stderr; base64), any number of times
    {"id": 7, "exit": 0, "closed": true}            it ended (a signal is a negative number), and nobody holds its
                                                    stdout and stderr any more; else that comes later, in a line alone

    {"forget": 4711}                                what the host says then, when it has waited long enough for that

or, instead of all that, {"id": 7, "threads": 3}: what was imported has started threads, a fork would lose them with
the locks they hold, so the host must start this parser in a fresh process.

What belongs to a parser is only ever loaded after the fork, so nothing of one can reach another. The end of the control
connection is the end of the host: everything that runs is killed.
"""

import sys

import bridge_shim

# What a fresh process would have loaded by now. Whatever else is loaded here must not hide a parser's own modules.
LOADED_ANYWAY = frozenset(sys.modules)

import gc  # noqa: E402
import os  # noqa: E402
import selectors  # noqa: E402
import signal  # noqa: E402
import socket  # noqa: E402
from binascii import b2a_base64  # noqa: E402
from importlib import import_module  # noqa: E402
from json import dumps, loads  # noqa: E402

# Loaded by every parser's run, so they are loaded once.
import importlib.util  # noqa: E402, F401
import resource  # noqa: E402, F401

CONTROL_FD = 3
READ_BYTES = 65_536
PR_SET_PDEATHSIG = 1
# As often as it takes Python to specialize the code it runs.
WARM_UP_ROUNDS = 10
JEMALLOC = 'jemalloc_bg_thd'


def main():
    Server(socket.socket(fileno=CONTROL_FD)).serve()


class Child:
    """One parser that runs. `streams` are our ends of its stdout and stderr, until they are closed."""

    def __init__(self, id, pid, streams):
        self.id = id
        self.pid = pid
        self.streams = streams
        self.has_ended = False


class Server:
    def __init__(self, control):
        self.control = control
        self.pid = os.getpid()
        self.received = b''
        self.children = {}
        self.known_imports = set()
        self.threads = 0
        self.is_stopping = False
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.end_with_parent = death_signal()

    def serve(self):
        os.set_inheritable(CONTROL_FD, False)
        self.wake_reader.setblocking(False)
        self.wake_writer.setblocking(False)
        signal.set_wakeup_fd(self.wake_writer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.stop)
        self.selector.register(self.control, selectors.EVENT_READ, self.hear_host)
        self.selector.register(self.wake_reader, selectors.EVENT_READ, self.wake_up)
        while not (self.is_stopping and not self.children):
            for key, _ in self.selector.select():
                key.data()

    def stop(self, *_):
        """SIGTERM: the host dies of a signal. It has told the parsers themselves, and gives them a while."""
        self.is_stopping = True

    # ------------------------------------------------------------------------------------------ the host

    def hear_host(self):
        try:
            data = self.control.recv(READ_BYTES)
        except OSError:
            data = b''
        if not data:
            self.end()
        *lines, self.received = (self.received + data).split(b'\n')
        for line in lines:
            wanted = loads(line)
            if 'forget' in wanted:
                self.forget(wanted['forget'])
            else:
                self.start(wanted)

    def tell(self, **message):
        try:
            self.control.sendall(dumps(message, separators=(',', ':')).encode('ascii') + b'\n')
        except OSError:
            self.end()

    def end(self):
        for child in self.children.values():
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except OSError:
                pass
        os._exit(0)

    # ------------------------------------------------------------------------------------------ starting

    def start(self, wanted):
        self.import_all(wanted['imports'])
        if self.threads > 1:
            self.tell(id=wanted['id'], threads=self.threads)
            return
        readers, writers = zip(os.pipe(), os.pipe())
        pid = os.fork()
        if pid == 0:
            run_forked(self, wanted, readers, writers)
        try:
            # Here and in the child: whoever is first, the group exists before anybody is told of it.
            os.setpgid(pid, pid)
        except OSError:
            pass
        for writer in writers:
            os.close(writer)
        self.tell(id=wanted['id'], pid=pid)
        child = self.children[pid] = Child(wanted['id'], pid, dict(zip((1, 2), readers)))
        for number, reader in child.streams.items():
            os.set_blocking(reader, False)
            self.selector.register(reader, selectors.EVENT_READ, lambda number=number: self.relay(child, number))

    def import_all(self, names):
        new = [name for name in names if name not in self.known_imports]
        if not new and self.known_imports:
            return
        self.known_imports.update(new, ('',))
        for name in new:
            quietly(lambda: import_module(name))
        if 'pandas' in new:
            quietly(warm_up_pandas)
        self.threads = surviving_threads()
        # What is here now lives as long as this process: a collector that looked through it would only copy pages.
        gc.collect()
        gc.freeze()

    # ------------------------------------------------------------------------------------------ those that run

    def relay(self, child, number):
        """Answers whether there may be more."""
        reader = child.streams.get(number)
        if reader is None:
            # Closed a moment ago, while its end was among the events still to be looked at.
            return False
        try:
            data = os.read(reader, READ_BYTES)
        except BlockingIOError:
            return False
        if data:
            self.tell(id=child.id, stream=number, data=b2a_base64(data, newline=False).decode('ascii'))
            return True
        self.close_stream(child, number)
        return False

    def wake_up(self):
        self.wake_reader.recv(READ_BYTES)
        for child in list(self.children.values()):
            if child.has_ended:
                continue
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid == 0:
                continue
            # What it has printed comes before its end; somebody it started may go on printing.
            # Of its own, no more can be there than a pipe holds.
            for number in list(child.streams):
                if self.relay(child, number):
                    self.relay(child, number)
            child.has_ended = True
            if not child.streams:
                del self.children[child.pid]
            self.tell(id=child.id, exit=os.waitstatus_to_exitcode(status), closed=not child.streams)

    def forget(self, pid):
        """Nobody listens any more, though somebody whom the parser started may still hold its output."""
        child = self.children.get(pid)
        for number in list(child.streams if child else ()):
            self.close_stream(child, number)

    def close_stream(self, child, number):
        reader = child.streams.pop(number)
        self.selector.unregister(reader)
        os.close(reader)
        if child.has_ended and not child.streams:
            del self.children[child.pid]
            self.tell(id=child.id, closed=True)

    def leave_to_child(self):
        """In the child: lets go of everything that is the server's."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self.selector.close()
        for each in (self.control, self.wake_reader, self.wake_writer):
            each.close()
        for other in self.children.values():
            for reader in other.streams.values():
                os.close(reader)


def quietly(prepare):
    try:
        prepare()
    except BaseException:
        # Not installed, broken, or the parser's own, which is not to be found from here. The parser will say so itself.
        pass


SAMPLE = b'id,name,amount,day,flag\n' + b'1,one,1.5,2024-01-31,true\n2,,,,false\n' * 3


class Nowhere:
    """A bridge that leads to nobody."""

    def send_data(self, payload):
        pass

    def send_log(self, level, text):
        pass


def warm_up_pandas():
    """The first table takes pandas and pyarrow ten times as long as the second: what they load and remember with it is
    of use to every fork, which would otherwise load and forget it (35 ms of CPU a file against 17, measured)."""
    import pandas

    file = os.memfd_create('sample')
    try:
        os.write(file, SAMPLE)
        for _ in range(WARM_UP_ROUNDS):
            frame = pandas.read_csv(f'/proc/self/fd/{file}')
            bridge_shim.Delivery(Nowhere(), None).deliver_result(frame)
    finally:
        os.close(file)


def surviving_threads():
    """How many threads of this process a fork would have to fear.

    OpenBLAS, under numpy, starts some on import and ends them before each fork, to start them anew when needed. So they
    are counted after one. The allocator jemalloc, under pyarrow, keeps its thread and takes all its own locks around a
    fork.
    """
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return sum(thread_name(thread) != JEMALLOC for thread in os.listdir('/proc/self/task'))


def thread_name(thread):
    try:
        with open(f'/proc/self/task/{thread}/comm') as file:
            return file.read().strip()
    except OSError:
        return JEMALLOC


# ---------------------------------------------------------------------------------------------- the child


def run_forked(server, wanted, readers, writers):
    """Becomes the parser's process, which prints to the writers. Does not return."""
    code = bridge_shim.EXIT_FAILED
    try:
        os.setpgid(0, 0)
        server.end_with_parent()
        if os.getppid() != server.pid:
            os._exit(code)
        server.leave_to_child()
        for reader in readers:
            os.close(reader)
        for number, writer in zip((1, 2), writers):
            os.dup2(writer, number)
            os.close(writer)
        os.chdir(wanted['cwd'])
        reseed()
        forget_hidden_modules(wanted['arguments'])
        code = bridge_shim.main(wanted['arguments'])
    except SystemExit as error:
        # Only from a process that the parser itself has forked.
        code = error.code if isinstance(error.code, int) else bridge_shim.EXIT_DONE
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        leave(code)


def death_signal():
    """A function that binds the life of a child to ours, which must end with us however we end."""
    try:
        from ctypes import CDLL

        prctl = CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return lambda: None
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def reseed():
    """Python's own `random` does this by itself."""
    numpy_random = sys.modules.get('numpy.random')
    if numpy_random is not None:
        numpy_random.seed()


def forget_hidden_modules(arguments):
    """A parser's own `utils` must not be hidden by another one that was imported before the fork."""
    folder = os.path.dirname(os.path.abspath(arguments[arguments.index('--parser-path') + 1]))
    for entry in os.listdir(folder):
        name = os.path.splitext(entry)[0]
        if name not in sys.modules or name in LOADED_ANYWAY:
            continue
        if entry == name + '.py' or os.path.exists(os.path.join(folder, name, '__init__.py')):
            for loaded in [each for each in sys.modules if each == name or each.startswith(name + '.')]:
                del sys.modules[loaded]


def leave(code):
    """As Python leaves, but without taking apart what all forks share, which takes longer than most files."""
    try:
        if 'threading' in sys.modules:
            sys.modules['threading']._shutdown()
        import atexit

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:
        os._exit(code)


if __name__ == '__main__':
    main()
