"""The life of a fork, from the server's process to the parser's exit code."""

import os
import sys

from ..process import EXIT_DONE, EXIT_FAILED
from ..run import main
from .resident import Resident

# The size of the state of the Mersenne Twister, in words of 32 bits.
MERSENNE_WORDS = 624


def run_forked(template, wanted, descriptors, channel=None):
    """Becomes the parser's process. The descriptors are its outputs, and a connection to the host. Does not return.

    With a channel, the process parses further files that the template sends.
    """
    code = EXIT_FAILED
    try:
        os.setpgid(0, 0)
        template.end_with_parent()
        if os.getppid() != template.pid:
            os._exit(code)
        template.tell(id=wanted['id'])
        template.leave_to_child(keeps_connection=channel is not None)
        forget_hidden_modules(wanted['arguments'], template.loaded_anyway)
        reseed()
        if channel is None:
            code = main(*prepare(wanted, descriptors), is_forked=True)
        else:
            code = Resident(template, channel).serve(wanted, descriptors, prepare)
    except SystemExit as error:
        # Only in a process that the parser itself has forked.
        code = error.code if isinstance(error.code, int) else EXIT_DONE
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        leave(code)


def prepare(wanted, descriptors):
    """Sets the process up for one file. Returns its arguments, and a function that confines it."""
    arguments, connections = wanted['arguments'], descriptors[2:]
    for number, writer in zip((1, 2), descriptors):
        os.dup2(writer, number)
        os.close(writer)
    for connection in connections:
        arguments = [*arguments, '--socket-fd', str(connection)]
    os.chdir(wanted['cwd'])
    return arguments, confining(wanted['confinement'], wanted['temporary'])


def confining(confinement, temporary):
    """A function that confines this process; called when its socket is connected, before the parser is loaded."""
    if confinement is None:
        return None
    from casparian_sandbox.cell import apply, environment_of

    os.environ.update(environment_of(temporary))
    if 'tempfile' in sys.modules:
        # It remembers the folder of the process that was forked.
        sys.modules['tempfile'].tempdir = None
    return lambda: apply(confinement)


def reseed():
    """Python's own `random` reseeds itself. numpy's gets a new state: numpy.random.seed() takes four times as long."""
    numpy_random = sys.modules.get('numpy.random')
    if numpy_random is not None:
        words = memoryview(os.urandom(4 * MERSENNE_WORDS)).cast('I')
        numpy_random.set_state(('MT19937', words, MERSENNE_WORDS))


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
