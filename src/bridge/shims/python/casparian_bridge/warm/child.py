"""The life of a fork, from the server's process to the parser's exit code."""

import os
import sys

from ..process import EXIT_DONE, EXIT_FAILED
from ..run import main
from .resident import Resident

# The size of the state of the Mersenne Twister, in words of 32 bits.
MERSENNE_WORDS = 624


def run_forked(template, wanted, descriptors):
    """Becomes the parser's process. The descriptors are its outputs, a connection to the host for one in a sandbox, and
    for one that is reused its channel, on which the server sends further files. Does not return."""
    code = EXIT_FAILED
    try:
        os.setpgid(0, 0)
        template.end_with_parent()
        if os.getppid() != template.pid:
            os._exit(code)
        code = (parse_many if 'reuse' in wanted else parse_one)(template, wanted, descriptors)
    except SystemExit as error:
        # Only in a process that the parser itself has forked.
        code = error.code if isinstance(error.code, int) else EXIT_DONE
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        leave(code)


def parse_one(template, wanted, descriptors):
    template.tell(id=wanted['id'])
    return main(*prepare(template, wanted, descriptors), is_forked=True)


def parse_many(template, wanted, descriptors):
    resident = Resident(descriptors.pop())
    # A process that is left running is noticed, whatever happened to the one that started it.
    template.adopt_orphans()
    resident.report_start()
    return resident.serve(*prepare(template, wanted, descriptors), prepare_next)


def prepare(template, wanted, descriptors):
    """Sets the process up for its first file. Returns its arguments, and a function that confines it."""
    template.leave_to_child()
    forget_hidden_modules(wanted['arguments'], template.loaded_anyway)
    reseed()
    for number, writer in zip((1, 2), descriptors):
        os.dup2(writer, number)
        os.close(writer)
    arguments = prepare_next(wanted, descriptors[2:])
    confinement = wanted['confinement']
    if confinement is None:
        return arguments, None
    from casparian_sandbox.cell import apply

    # Called when its socket is connected, before the parser is loaded.
    return arguments, lambda: apply(confinement)


def prepare_next(wanted, connections):
    """Sets the process up for a file. Returns its arguments."""
    os.chdir(wanted['cwd'])
    if wanted['temporary'] is not None:
        use_temporary(wanted['temporary'])
    return [*wanted['arguments'], *(option for each in connections for option in ('--socket-fd', str(each)))]


def use_temporary(folder):
    from casparian_sandbox.cell import environment_of

    os.environ.update(environment_of(folder))
    if 'tempfile' in sys.modules:
        # It remembers the folder of the process that was forked, or of the file before.
        sys.modules['tempfile'].tempdir = None


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
