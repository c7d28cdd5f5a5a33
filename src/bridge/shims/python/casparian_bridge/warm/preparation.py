"""Work that is done once, so that forks need not do it."""

import gc
import os
from importlib import import_module

from ..libraries import loaded
from ..results.delivery import Delivery

# Modules that runs load on demand.
LOADED_LATER = (
    'importlib.util',
    'resource',
    'casparian_bridge.failures.description',
    'casparian_bridge.parser.declarations',
    'casparian_bridge.parser.hidden_texts',
    'casparian_bridge.results.refusal',
    'casparian_bridge.values.jsonable',
)
# The same, if pyarrow is loaded.
LOADED_WITH_ARROW = (
    'casparian_bridge.arrow.batches',
    'casparian_bridge.arrow.sources',
    'casparian_bridge.arrow.streams',
)

# As often as Python needs to specialize the code.
WARM_UP_ROUNDS = 10
SAMPLE = b'id,name,amount,day,flag\n' + b'1,one,1.5,2024-01-31,true\n2,,,,false\n' * 3
JEMALLOC = 'jemalloc_bg_thd'


class Preparation:
    """The modules that parsers have requested, and whether a fork survives the threads they have started."""

    def __init__(self):
        load_all(LOADED_LATER)
        self.known_imports = set()
        # Not counted yet.
        self.threads = 0

    def import_all(self, names):
        new = [name for name in names if name not in self.known_imports]
        if self.threads > 0 and not new:
            return
        self.known_imports.update(new)
        # Hardly anything that an import makes is garbage: looking for it takes 8 % of the import of pandas.
        gc.disable()
        for name in new:
            quietly(import_module, name)
        if 'pandas' in new:
            quietly(warm_up_pandas)
        if loaded('pyarrow') is not None:
            load_all(LOADED_WITH_ARROW)
        gc.enable()
        self.threads = surviving_threads()
        # These objects live as long as this process: scanning them would only copy pages.
        gc.collect()
        gc.freeze()


def load_all(names):
    for name in names:
        import_module(name)


def quietly(prepare, *arguments):
    try:
        prepare(*arguments)
    except BaseException:
        # Not installed, broken, or a module of the parser, which is not found from here. The parser will report it.
        pass


class Nowhere:
    """A bridge without a host."""

    def send_data(self, payload):
        pass

    def send_log(self, level, text):
        pass


def warm_up_pandas():
    """The first table takes pandas and pyarrow ten times as long as the second: what they load and cache for it serves
    every fork, which would otherwise load it again (35 ms of CPU per file instead of 17, measured)."""
    import pandas

    file = os.memfd_create('sample')
    try:
        os.write(file, SAMPLE)
        for _ in range(WARM_UP_ROUNDS):
            frame = pandas.read_csv(f'/proc/self/fd/{file}')
            Delivery(Nowhere(), None).deliver_result(frame)
    finally:
        os.close(file)


def surviving_threads():
    """The number of threads that would make a fork unsafe.

    OpenBLAS, used by numpy, starts some on import and ends them before each fork, to start them again when needed. So
    they are counted after one. The allocator jemalloc, used by pyarrow, keeps its thread and takes all its own locks
    around a fork.
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
