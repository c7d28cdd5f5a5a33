"""The life of a fork, from the server's process to the parser's exit code."""

import os
import signal
import sys

from ..process import EXIT_DONE, EXIT_FAILED
from ..run import main

PR_SET_PDEATHSIG = 1


def run_forked(server, wanted, readers, writers):
    """Becomes the parser's process, which prints to the writers. Does not return."""
    code = EXIT_FAILED
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
        forget_hidden_modules(wanted['arguments'], server.loaded_anyway)
        code = main(wanted['arguments'])
    except SystemExit as error:
        # Only in a process that the parser itself has forked.
        code = error.code if isinstance(error.code, int) else EXIT_DONE
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        leave(code)


def death_signal():
    """A function that ends a child when this process ends, however it ends."""
    try:
        from ctypes import CDLL

        prctl = CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return lambda: None
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def reseed():
    """Python's own `random` reseeds itself."""
    numpy_random = sys.modules.get('numpy.random')
    if numpy_random is not None:
        numpy_random.seed()


def forget_hidden_modules(arguments, loaded_anyway):
    """A parser's own `utils` must not be hidden by another one that was imported before the fork."""
    folder = os.path.dirname(os.path.abspath(arguments[arguments.index('--parser-path') + 1]))
    for entry in os.listdir(folder):
        name = os.path.splitext(entry)[0]
        if name not in sys.modules or name in loaded_anyway:
            continue
        if entry == name + '.py' or os.path.exists(os.path.join(folder, name, '__init__.py')):
            for hiding in [each for each in sys.modules if each == name or each.startswith(name + '.')]:
                del sys.modules[hiding]


def leave(code):
    """Exits like Python, but without destroying what all forks share, which takes longer than most files."""
    try:
        if 'threading' in sys.modules:
            sys.modules['threading']._shutdown()
        import atexit

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:
        os._exit(code)
