"""Python functions as Casparian tasks: copy this file beside your code. It needs only Python 3.8 or later.

    # billing.py
    from casparian_task import task, context, Retry, Fail

    @task
    def charge(order: int, amount: int = 0):
        ...
        return {'charged': amount}

    casparian task submit --payload '{"order": 7}' -- python3 -m casparian_task billing:charge
    echo '{"order": 7}' | python3 -m casparian_task billing:charge     # by hand: the same, without Casparian
    python3 -m casparian_task billing --list

A payload that is an object becomes keyword arguments, a list positional ones, null or none at all no arguments, and
anything else the one argument. A function with a single parameter that is called `payload` or annotated `dict` gets it
whole. What the function returns is the result. An exception fails the task for good, unless it says that trying again
may help: `Retry`, what `retry_on` names, and connections or clocks that gave out.

In this file, in order: what tasks use; the command line and the run; finding the task; the payload; calling it; its
result as JSON; its failure; the envelope's way out; SIGTERM. The contract itself is in docs/guides/tasks.md.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from types import ModuleType, TracebackType
from typing import Any, Callable, Dict, List, NamedTuple, NoReturn, Tuple, Type, TypeVar, Union, overload

__all__ = ['Context', 'Fail', 'Retry', 'context', 'task']

Function = TypeVar('Function', bound=Callable[..., Any])
Json = Union[None, bool, int, float, str, List[Any], Dict[str, Any]]
Errors = Tuple[Type[BaseException], ...]
OneOrMoreErrors = Union[Type[BaseException], Errors]

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_RETRY, EXIT_INTERRUPTED, EXIT_TERMINATED = 0, 1, 2, 75, 130, 143
MESSAGE_LIMIT, TRACEBACK_LIMIT = 10_000, 50_000
LONGEST_INTEGER_BITS = 14_000  # Python refuses to write more than 4300 digits.
MARK = '__casparian_task__'


# ---------------------------------------------------------------------------------------------- what tasks use


class Retry(Exception):
    """Raise it when trying again may help; `after` so many seconds at the earliest."""

    def __init__(self, message: str = '', after: float | None = None) -> None:
        super().__init__(message)
        if after is not None and not 0 <= after < float('inf'):
            raise ValueError(f'after={after!r}: a number of seconds is wanted')
        self.after = after


class Fail(Exception):
    """Raise it when trying again is no use."""


class Context(NamedTuple):
    """Which run this is. By hand, without Casparian, the first attempt of no job."""

    job_id: str | None
    attempt: int
    # Grows with every attempt of the job: hand it to whatever must refuse a run that was taken for dead.
    fence: int
    spec_hash: str | None


def context() -> Context:
    told = os.environ.get
    return Context(
        job_id=told('CASPARIAN_JOB_ID') or None,
        attempt=int(told('CASPARIAN_ATTEMPT') or 1),
        fence=int(told('CASPARIAN_FENCE') or 0),
        spec_hash=told('CASPARIAN_SPEC_HASH') or None,
    )


class Mark(NamedTuple):
    """What a function carries that is a task."""

    name: str
    retry_on: Errors


@overload
def task(function: Function) -> Function: ...
@overload
def task(*, name: str | None = None, retry_on: OneOrMoreErrors = ()) -> Callable[[Function], Function]: ...
def task(function: Any = None, *, name: str | None = None, retry_on: OneOrMoreErrors = ()) -> Any:
    """Makes a function a task. It stays the function it is: call it in your tests as any other.

    `retry_on`: an exception, or a tuple of them, after which trying again may help.
    """
    if function is None:
        return lambda given: task_named(given, name, retry_on)
    return task_named(function, name, retry_on)


def task_named(function: Function, name: str | None, retry_on: OneOrMoreErrors) -> Function:
    name = function.__name__ if name is None else name
    # On the command line a task's name must not be taken for an option or for a payload.
    if not name[:1].isidentifier() or name in ('true', 'false', 'null') or any(c.isspace() or c == ':' for c in name):
        raise ValueError(f'{name!r} cannot be the name of a task: it begins with a letter and has no spaces or colons')
    setattr(function, MARK, Mark(name, as_errors(retry_on)))
    return function


def as_errors(retry_on: OneOrMoreErrors) -> Errors:
    """As `except` takes them. Checked where they are written, not where the first task fails."""
    errors = tuple(retry_on) if isinstance(retry_on, (tuple, list)) else (retry_on,)
    for error in errors:
        if not (isinstance(error, type) and issubclass(error, BaseException)):
            raise TypeError(f'retry_on={error!r}: a class of exceptions is wanted, or a tuple of them')
    return errors


# ---------------------------------------------------------------------------------------------- the run

USAGE = """usage: python3 -m casparian_task MODULE:TASK [PAYLOAD]    (or MODULE TASK; MODULE alone when it has one task)
       python3 -m casparian_task MODULE --list

The payload is JSON: the last argument, or the file that CASPARIAN_PAYLOAD_FILE names, or stdin."""


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ('-h', '--help'):
        print(USAGE, file=sys.stdout if arguments else sys.stderr)
        return EXIT_DONE if arguments else EXIT_USAGE
    if os.getcwd() not in sys.path and '' not in sys.path and not getattr(sys.flags, 'safe_path', False):
        sys.path.insert(0, os.getcwd())
    if '--list' in arguments[1:]:
        return list_tasks(arguments[0])
    envelope = EnvelopeWay()
    show_prints_at_once()
    unwind_on_sigterm()
    line, exit_code = run(arguments)
    if envelope.is_ours():
        envelope.send(line)
    return exit_code


def run(arguments: list[str]) -> tuple[bytes, int]:
    """The envelope and the exit code."""
    retry_on: Errors = ()
    try:
        function, given = find_task(arguments)
        retry_on = getattr(function, MARK).retry_on
        result = as_json(call(function, read_payload(given)))
        return line_of({'ok': True, 'result': result}), EXIT_DONE
    except SystemExit as leaving:
        return ending_of_exit(leaving)
    except BaseException as error:
        return ending_of_failure(error, retry_on)
    finally:
        Terminated.expected = True


def list_tasks(module_name: str) -> int:
    import inspect

    try:
        tasks = tasks_of(load_module(module_name.partition(':')[0]))
    except Fault as fault:
        print(fault, file=sys.stderr)
        return EXIT_FAILED
    for name, function in tasks.items():
        about = (inspect.getdoc(function) or '').partition('\n')[0]
        print(f'{name}{inspect.signature(function)}' + (f'  # {about}' if about else ''))
    return EXIT_DONE


def show_prints_at_once() -> None:
    """Who follows the log sees lines when they are printed, not when a buffer is full."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(line_buffering=True, errors='backslashreplace')


# ---------------------------------------------------------------------------------------------- finding the task


class Fault(Fail):
    """What is wrong with the command line, the payload or the result: ours to explain, so it has no traceback."""


def find_task(arguments: list[str]) -> tuple[Callable[..., Any], str | None]:
    """The function, and the payload when it is the last argument."""
    module_name, colon, wanted = arguments[0].partition(':')
    rest = arguments[1:]
    tasks = tasks_of(load_module(module_name))
    if not colon and rest and not is_json(rest[0]):
        wanted, rest = rest[0], rest[1:]
    if len(rest) > 1:
        raise Fault(f'one payload at most, and these are {len(rest)} arguments: {" ".join(rest)}')
    return pick(tasks, module_name, wanted), rest[0] if rest else None


def pick(tasks: dict[str, Callable[..., Any]], module_name: str, wanted: str) -> Callable[..., Any]:
    if wanted in tasks:
        return tasks[wanted]
    there = f'it has {", ".join(tasks)}' if tasks else 'it has none: write @task above a function'
    if wanted:
        raise Fault(f'{module_name} has no task {wanted!r}; {there}')
    if len(tasks) != 1:
        raise Fault(f'which task of {module_name}? {there}')
    return next(iter(tasks.values()))


def tasks_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    tasks: dict[str, Callable[..., Any]] = {}
    for value in vars(module).values():
        mark = getattr(value, MARK, None) if callable(value) else None
        if not isinstance(mark, Mark):
            continue
        if tasks.setdefault(mark.name, value) is not value:
            raise Fault(f'{module.__name__} has two tasks called {mark.name!r}')
    return tasks


def load_module(name: str) -> ModuleType:
    import importlib

    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # The module itself, not one that it imports: that is the user's own failure, with a traceback.
        if error.name and f'{name}.'.startswith(f'{error.name}.'):
            raise Fault(f'there is no module {error.name!r} in {os.getcwd()} or on PYTHONPATH') from None
        raise
    except (TypeError, ValueError):
        if name.strip('.') == name and name:
            raise
        raise Fault(f'{name!r} is no name of a module') from None


def is_json(text: str) -> bool:
    return text in ('true', 'false', 'null') or not text[:1].isidentifier()


# ---------------------------------------------------------------------------------------------- the payload

NOTHING: Any = object()


def read_payload(argument: str | None) -> Any:
    """NOTHING when none was handed over, which differs from null."""
    if argument is not None:
        return parsed(argument.encode('utf-8', 'surrogateescape'), 'the argument')
    path = os.environ.get('CASPARIAN_PAYLOAD_FILE')
    if path:
        with open(path, 'rb') as file:
            return parsed(file.read(), path)
    if sys.stdin is None or sys.stdin.isatty():
        return NOTHING
    return parsed(sys.stdin.buffer.read(), 'stdin')


def parsed(data: bytes, where: str) -> Any:
    if not data.strip():
        return NOTHING
    try:
        return json.loads(data.decode('utf-8-sig'), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Fault(f'the payload ({where}) is not JSON: {error}') from None


def refuse_constant(text: str) -> NoReturn:
    raise ValueError(f'{text} is no JSON value')


# ---------------------------------------------------------------------------------------------- calling it


def call(function: Callable[..., Any], payload: Any) -> Any:
    import inspect

    positional, named = arguments_for(function, payload)
    answer = function(*positional, **named)
    if not inspect.isawaitable(answer):
        return answer
    import asyncio

    # asyncio runs coroutines alone, and this may be anything that can be awaited.
    async def awaited() -> Any:
        return await answer

    return asyncio.run(awaited())


def arguments_for(function: Callable[..., Any], payload: Any) -> tuple[list[Any], dict[str, Any]]:
    import inspect

    signature = inspect.signature(function)
    if takes_it_whole(signature):
        positional, named = ([] if payload is NOTHING else [payload]), {}
    elif isinstance(payload, dict):
        positional, named = [], payload
    else:
        positional, named = ([] if payload is NOTHING or payload is None else as_list(payload)), {}
    problems = mismatches(signature, positional, named)
    if problems:
        raise Fault(f'the payload does not fit {getattr(function, MARK).name}{signature}: {"; ".join(problems)}')
    return positional, named


def as_list(payload: Any) -> list[Any]:
    return payload if isinstance(payload, list) else [payload]


def takes_it_whole(signature: Any) -> bool:
    if len(signature.parameters) != 1:
        return False
    (only,) = signature.parameters.values()
    if only.kind not in (only.POSITIONAL_ONLY, only.POSITIONAL_OR_KEYWORD):
        return False
    # With `from __future__ import annotations` an annotation is its text.
    annotation = only.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, '__name__', None) or str(annotation)
    return only.name == 'payload' or text.partition('[')[0].rpartition('.')[2].lower() in ('dict', 'mapping')


def mismatches(signature: Any, positional: list[Any], named: dict[str, Any]) -> list[str]:
    """All that is wrong, where Python's own check names the first thing only."""
    parameters = signature.parameters.values()
    ordered = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    by_name = {one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    takes_any_name = any(one.kind == one.VAR_KEYWORD for one in parameters)
    filled = {one.name for one in ordered[: len(positional)]} | (set(named) & by_name)
    problems = [
        f'the argument {one.name!r} is missing'
        for one in parameters
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD) and one.name not in filled
    ]
    if not takes_any_name:
        problems += [f'the argument {name!r} is unknown' for name in named if name not in by_name]
    if len(positional) > len(ordered) and not any(one.kind == one.VAR_POSITIONAL for one in parameters):
        problems.append(f'{len(positional)} values are too many')
    return problems


# ---------------------------------------------------------------------------------------------- its result as JSON


def as_json(result: Any) -> Json:
    try:
        return json_of(result, 'result')
    except RecursionError:
        raise Fault('the result is nested too deeply, or contains itself') from None


def json_of(value: Any, path: str) -> Json:
    kind = type(value)
    if value is None or isinstance(value, bool):
        return value
    if kind is str:
        return str(value)
    if kind is int:
        return whole(value, path)
    if kind is float:
        return finite(value, path)
    if kind in (list, tuple):
        return [json_of(one, f'{path}[{index}]') for index, one in enumerate(value)]
    if kind is dict:
        return object_of(value, path)
    return json_of_other(value, path)


def json_of_other(value: Any, path: str) -> Json:
    """What has no JSON of its own, or is made of what has. The modules are imported here: few results need them."""
    import dataclasses
    from collections import abc, deque
    from datetime import date, time
    from decimal import Decimal
    from enum import Enum
    from pathlib import PurePath
    from uuid import UUID

    if isinstance(value, Enum):
        return json_of(value.value, path)
    if isinstance(value, Decimal):
        # As text: a number would be rounded to a double by whoever reads it next.
        return str(value) if value.is_finite() else refuse_to_say(value, path)
    if isinstance(value, (date, time)):
        # pandas' NaT is a date that equals nothing.
        return value.isoformat() if value == value else refuse_to_say(value, path)
    if isinstance(value, (UUID, PurePath)):
        return str(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return whole(int(value), path)
    if isinstance(value, float):
        return finite(float(value), path)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: json_of(getattr(value, one.name), f'{path}.{one.name}') for one in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, '_fields'):
        return {name: json_of(one, f'{path}.{name}') for name, one in zip(value._fields, value)}
    if isinstance(value, abc.Mapping):
        return object_of(value, path)
    if isinstance(value, abc.Set):
        # Sorted, so that the same set gives the same result in every run.
        return sorted((json_of(one, f'{path}{{…}}') for one in value), key=lambda one: json.dumps(one, sort_keys=True))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return refuse(path, 'bytes; decode them, or return them as base64', TypeError)
    if isinstance(value, (abc.Sequence, abc.ValuesView, deque)):
        return [json_of(one, f'{path}[{index}]') for index, one in enumerate(value)]
    if callable(getattr(value, 'tolist', None)):
        return json_of(value.tolist(), path)  # numpy's arrays and numbers, pandas' columns
    return refuse(path, f'of type {name_of(type(value))}, which has no JSON form', TypeError)


def object_of(value: Any, path: str) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, one in value.items():
        if not isinstance(key, (str, int)) or isinstance(key, bool):
            refuse(path, f'a dict with the key {key!r}; keys must be text or whole numbers', TypeError)
        name = str.__str__(key) if isinstance(key, str) else str(int(key))
        if name in result:
            refuse(path, f'a dict with two keys that are {name!r} as text')
        result[name] = json_of(one, f'{path}.{name}')
    return result


def whole(value: int, path: str) -> int:
    if value.bit_length() > LONGEST_INTEGER_BITS:
        refuse(path, 'a number too long for Python to write down; return it as hexadecimal text')
    return value


def finite(value: float, path: str) -> float:
    if value != value or value in (float('inf'), float('-inf')):
        refuse_to_say(value, path)
    return value


def refuse_to_say(value: Any, path: str) -> NoReturn:
    refuse(path, f'{value}, which JSON cannot say; return None instead')


def refuse(path: str, what: str, kind: type[Exception] = ValueError) -> NoReturn:
    raise kind(f'{path} is {what}')


# ---------------------------------------------------------------------------------------------- its failure

# By name, because some are classes of their own before Python 3.11, and importing asyncio takes longer than most tasks.
RETRYABLE = {
    'ConnectionError',
    'InterruptedError',
    'TimeoutError',
    'asyncio.exceptions.TimeoutError',
    'concurrent.futures._base.TimeoutError',
    'socket.timeout',
}


def ending_of_failure(error: BaseException, retry_on: Errors) -> tuple[bytes, int]:
    retryable = is_retryable(error, retry_on)
    said: dict[str, Any] = {
        'class': name_of(type(error)),
        'message': cut(words_of(error), MESSAGE_LIMIT),
        'traceback': None if isinstance(error, Fault) else traceback_of(error),
        'retryable': retryable,
    }
    if isinstance(error, Retry) and error.after is not None:
        said['retry_after'] = error.after
    exit_code = EXIT_INTERRUPTED if isinstance(error, KeyboardInterrupt) else EXIT_RETRY if retryable else EXIT_FAILED
    return told(said), exit_code


def told(error: dict[str, Any]) -> bytes:
    """Its envelope. stderr has it too, as of any Python: in the log of the attempt, or on the terminal."""
    if sys.stderr is not None:
        print(error['traceback'] or f'{error["class"]}: {error["message"]}', file=sys.stderr)
    return line_of({'ok': False, 'error': error})


def is_retryable(error: BaseException, retry_on: Errors) -> bool:
    if isinstance(error, Fail):
        return False
    if isinstance(error, (Retry, KeyboardInterrupt, *retry_on)):
        return True
    return any(name_of(kind) in RETRYABLE for kind in type(error).__mro__)


def ending_of_exit(leaving: SystemExit) -> tuple[bytes, int]:
    """sys.exit(): 0 is a success, 75 asks for another attempt, about others the task's retry policy decides."""
    if isinstance(leaving, Terminated):
        error = {'class': 'Terminated', 'message': 'ended by SIGTERM', 'traceback': None, 'retryable': True}
        return told(error), EXIT_TERMINATED
    if leaving.code in (None, 0):
        return line_of({'ok': True, 'result': None}), EXIT_DONE
    if isinstance(leaving.code, int):
        message, exit_code = f'left with exit code {leaving.code}', leaving.code & 0xFF or EXIT_FAILED
    else:
        message, exit_code = cut(str(leaving.code), MESSAGE_LIMIT), EXIT_FAILED
    return told({'class': 'SystemExit', 'message': message, 'traceback': traceback_of(leaving)}), exit_code


def name_of(kind: type) -> str:
    is_plain = kind.__module__ in ('builtins', '__main__', 'casparian_task')
    return kind.__qualname__ if is_plain else f'{kind.__module__}.{kind.__qualname__}'


def words_of(error: BaseException) -> str:
    try:
        return str(error) or type(error).__name__
    except Exception:  # An exception whose own __str__ fails must still be told.
        return type(error).__name__


def traceback_of(error: BaseException) -> str | None:
    frames = first_of_user(error.__traceback__)
    if frames is None and not isinstance(error, SyntaxError):
        return None
    try:
        import traceback
    except OSError:  # The task has used up its file descriptors, and there is none left to read the module by.
        return None
    text = ''.join(traceback.format_exception(type(error), error, frames))
    return text if len(text) <= TRACEBACK_LIMIT else '…' + text[-TRACEBACK_LIMIT:]


def first_of_user(frames: TracebackType | None) -> TracebackType | None:
    """Without our own frames, and those of importing and asyncio, that led to the user's code."""
    while frames is not None and is_machinery(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    return frames


def is_machinery(path: str) -> bool:
    ours = main.__code__.co_filename
    return path in (ours, '<frozen importlib._bootstrap>', '<frozen importlib._bootstrap_external>') or (
        os.path.basename(os.path.dirname(path)) in ('asyncio', 'importlib')
    )


def cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + '…'


# ---------------------------------------------------------------------------------------------- the envelope's way out


class EnvelopeWay:
    """Taken before any of the user's code runs, so that nothing it prints, closes or forks can get in between."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.fd = named_descriptor() or stdout_for_ourselves()
        self.identity = os.fstat(self.fd)

    def is_ours(self) -> bool:
        """A process that the task forked, and that came back to here, has nothing to report."""
        return os.getpid() == self.owner

    def send(self, line: bytes) -> None:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):
                pass
        fd = self.fd
        if not self.is_open():
            fd, line = 1, b'\n' + line
        try:
            if hasattr(os, 'set_blocking'):
                os.set_blocking(fd, True)
            while line:
                line = line[os.write(fd, line) :]
        except OSError:
            pass  # Nobody listens any more. The exit code says the rest.

    def is_open(self) -> bool:
        """The task may have closed all descriptors, and opened a file of its own under this number."""
        try:
            return os.path.samestat(os.fstat(self.fd), self.identity)
        except OSError:
            return False


def named_descriptor() -> int | None:
    try:
        fd = int(os.environ.get('CASPARIAN_RESULT_FD', ''))
        if fd < 3:
            return None
        # The task's own children must not hold it open.
        os.set_inheritable(fd, False)
        return fd
    except (OSError, ValueError):
        return None


def stdout_for_ourselves() -> int:
    """By hand: stdout is for the envelope alone, and what the task prints goes to stderr."""
    try:
        fd = os.dup(1)
        os.dup2(2, 1)
        return fd
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def line_of(envelope: dict[str, Any]) -> bytes:
    try:
        return json.dumps(envelope, ensure_ascii=False, allow_nan=False).encode() + b'\n'
    except UnicodeEncodeError:  # Half a surrogate pair, as in names of files that are no UTF-8.
        return json.dumps(envelope, allow_nan=False).encode() + b'\n'


# ---------------------------------------------------------------------------------------------- SIGTERM


class Terminated(SystemExit):
    """Raised by SIGTERM, so that `finally` and `with` run. A SystemExit: asyncio lets those through from every task."""

    # Once it is raised, or the run is over, another one must not break into what is being cleaned up.
    expected = False


def unwind_on_sigterm() -> None:
    def unwind(_signal: int, _frame: Any) -> None:
        if not Terminated.expected:
            Terminated.expected = True
            raise Terminated(EXIT_TERMINATED)

    signal.signal(signal.SIGTERM, unwind)
    if hasattr(os, 'register_at_fork'):
        os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))


if __name__ == '__main__':
    # The user's `import casparian_task` must give this module, not a second copy of it.
    sys.modules['casparian_task'] = sys.modules['__main__']
    sys.exit(main(sys.argv[1:]))
