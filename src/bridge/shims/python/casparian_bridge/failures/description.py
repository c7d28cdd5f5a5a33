"""The error frame: what happened, and where in the user's code."""

import os

from ..fault import Fault
from ..text import readable, safely
from .places import frames_of, place_of_failure
from .tracebacks import source_line, traceback_of

MESSAGE_LIMIT_BYTES = 64 * 1024
TRACEBACK_LIMIT_BYTES = 256 * 1024
SOURCE_LIMIT_BYTES = 1024


def describe_failure(error, parser_path, input_path):
    kind, name = kind_of_failure(error, input_path)
    file, line = place_of_failure(error, parser_path)
    return {
        'kind': kind,
        'type': type(error).__name__,
        'message': bounded(message_of(error), MESSAGE_LIMIT_BYTES),
        'file': file,
        'line': line,
        'source': bounded(source_line(error, file, line), SOURCE_LIMIT_BYTES),
        'traceback': None if isinstance(error, Fault) else bounded(traceback_of(error), TRACEBACK_LIMIT_BYTES),
        'name': bounded(name, MESSAGE_LIMIT_BYTES),
    }


def kind_of_failure(error, input_path):
    """The kind of failure, and the name of what is missing or forbidden."""
    if isinstance(error, Fault):
        return error.kind, None
    if isinstance(error, ModuleNotFoundError) and error.name:
        return 'module_missing', error.name
    if isinstance(error, MemoryError):
        return 'out_of_memory', None
    if not isinstance(error, OSError) or error.filename is None:
        return 'exception', None
    name = error.filename if isinstance(error.filename, int) else os.fsdecode(error.filename)
    name = readable(str(name))
    if isinstance(error, PermissionError):
        return 'not_permitted', name
    if isinstance(error, FileNotFoundError):
        if started_a_program(error):
            return 'binary_missing', name
        if name in (readable(input_path), readable(os.path.abspath(input_path))):
            return 'input_missing', name
    return 'exception', name


def started_a_program(error):
    """Whether the missing file was the program itself, not its working folder or its interpreter."""
    for frame, _ in frames_of(error):
        names = frame.f_code.co_varnames
        is_subprocess = frame.f_globals.get('__name__') == 'subprocess' and 'executable' in names and 'cwd' in names
        if is_subprocess and frame.f_code.co_name == '_execute_child':
            folder = frame.f_locals.get('cwd')
            is_folder = folder is not None and os.fsdecode(folder) == os.fsdecode(error.filename)
            return not is_folder and not os.path.exists(error.filename)
        if frame.f_globals.get('__name__') == 'os' and frame.f_code.co_name == '_execvpe':
            return True
    return False


def message_of(error):
    if isinstance(error, SystemExit):
        return f'the parser called sys.exit({"" if error.code is None else repr(error.code)})'
    return safely(str, error)


def bounded(text, limit_bytes):
    """Keeps both ends: the last lines of a traceback are the most informative."""
    if text is None:
        return None
    text = readable(text)
    if len(text) <= limit_bytes // 4:
        return text
    half = limit_bytes // 8
    return f'{text[:half]}\n...\n{text[-half:]}'
