"""Python functions as Casparian tasks: copy this file beside your code. It needs only Python 3.9 or later.

    # billing.py
    from casparian_task import task, context, Retry, Fail

    @task
    def charge(order: int, amount: int = 0):
        ...
        return {'charged': amount}

    casparian task submit --payload '{"order": 7}' -- python3 -m casparian_task billing:charge
    echo '{"order": 7}' | python3 -m casparian_task billing:charge     # by hand: the same, without Casparian
    python3 -m casparian_task billing --list

An object as payload becomes keyword arguments, a list becomes positional arguments, null or no payload means no
arguments, and anything else is the only argument. A function with one parameter that is named `payload` or annotated
`dict` gets the whole payload. The return value is the result. An exception fails the task for good, unless a retry may
help: `Retry`, the exceptions in `retry_on`, and connection errors or timeouts.

This file has, in order: the public names; the command line and the run; finding the task; the payload; the call; the
result as JSON; failures; sending the envelope; SIGTERM. The protocol is in docs/guides/tasks.md.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from types import ModuleType, TracebackType
from typing import Any, Callable, NamedTuple, NoReturn, TypeVar, Union, overload

__all__ = ['Context', 'Fail', 'Retry', 'context', 'task']

Function = TypeVar('Function', bound=Callable[..., Any])
Json = Union[None, bool, int, float, str, list[Any], dict[str, Any]]
Errors = tuple[type[BaseException], ...]
OneOrMoreErrors = Union[type[BaseException], Errors]

EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_RETRY, EXIT_INTERRUPTED, EXIT_TERMINATED = 0, 1, 2, 75, 130, 143
MESSAGE_LIMIT, TRACEBACK_LIMIT = 10_000, 50_000
LONGEST_INTEGER_BITS = 14_000  # Python refuses to write more than 4300 digits.
MARK = '__casparian_task__'


# ---------------------------------------------------------------------------------------------- public names


class Retry(Exception):
    """Raise it if a retry may help; the next attempt starts `after` this many seconds at the earliest."""

    def __init__(self, message: str = '', after: float | None = None) -> None:
        super().__init__(message)
        if after is not None and not 0 <= after < float('inf'):
            raise ValueError(f'after={after!r}: expected a number of seconds')
        self.after = after


class Fail(Exception):
    """Raise it if a retry cannot help."""


class Context(NamedTuple):
    """Which run this is. Without Casparian it is attempt 1, and there is no job."""

    job_id: str | None
    attempt: int
    # Grows with every attempt of the job. Other systems can use it to reject a run that lost its lease.
    fence: int
    spec_hash: str | None


def context() -> Context:
    variable = os.environ.get
    return Context(
        job_id=variable('CASPARIAN_JOB_ID') or None,
        attempt=int(variable('CASPARIAN_ATTEMPT') or 1),
        fence=int(variable('CASPARIAN_FENCE') or 0),
        spec_hash=variable('CASPARIAN_SPEC_HASH') or None,
    )


class Mark(NamedTuple):
    """The attribute that makes a function a task."""

    name: str
    retry_on: Errors


@overload
def task(function: Function) -> Function: ...
@overload
def task(*, name: str | None = None, retry_on: OneOrMoreErrors = ()) -> Callable[[Function], Function]: ...
def task(function: Any = None, *, name: str | None = None, retry_on: OneOrMoreErrors = ()) -> Any:
    """Makes a function a task. The function itself does not change, so tests can call it directly.

    `retry_on`: an exception class, or a tuple of them, after which a retry may help.
    """
    if function is None:
        return lambda given: task_named(given, name, retry_on)
    return task_named(function, name, retry_on)


def task_named(function: Function, name: str | None, retry_on: OneOrMoreErrors) -> Function:
    name = function.__name__ if name is None else name
    # On the command line the name must not look like an option or a payload.
    if not name[:1].isidentifier() or name in ('true', 'false', 'null') or any(c.isspace() or c == ':' for c in name):
        raise ValueError(f'{name!r} cannot be a task name: it must begin with a letter, without spaces or colons')
    setattr(function, MARK, Mark(name, as_errors(retry_on)))
    return function


def as_errors(retry_on: OneOrMoreErrors) -> Errors:
    """A tuple for `except`. Checked at import, not when the first task fails."""
    errors = tuple(retry_on) if isinstance(retry_on, (tuple, list)) else (retry_on,)
    for error in errors:
        if not (isinstance(error, type) and issubclass(error, BaseException)):
            raise TypeError(f'retry_on={error!r}: expected an exception class or a tuple of them')
    return errors


# ---------------------------------------------------------------------------------------------- the run

USAGE = """usage: python3 -m casparian_task MODULE:TASK [PAYLOAD]    (or MODULE TASK; MODULE alone when it has one task)
       python3 -m casparian_task MODULE --list

The payload is JSON: the last argument, the file in CASPARIAN_PAYLOAD_FILE, or stdin."""


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ('-h', '--help'):
        print(USAGE, file=sys.stdout if arguments else sys.stderr)
        return EXIT_DONE if arguments else EXIT_USAGE
    if os.getcwd() not in sys.path and '' not in sys.path and not getattr(sys.flags, 'safe_path', False):
        sys.path.insert(0, os.getcwd())
    if '--list' in arguments[1:]:
        return list_tasks(arguments[0])
    envelope = EnvelopeOutput()
    flush_every_line()
    unwind_on_sigterm()
    line, exit_code = run(arguments)
    if envelope.is_ours():
        envelope.send(line)
    return exit_code


def run(arguments: list[str]) -> tuple[bytes, int]:
    """Returns the envelope and the exit code."""
    retry_on: Errors = ()
    try:
        function, given = find_task(arguments)
        retry_on = getattr(function, MARK).retry_on
        result = as_json(call(function, read_payload(given)))
        return line_of({'ok': True, 'result': result}), EXIT_DONE
    except SystemExit as leaving:
        return report_exit(leaving)
    except BaseException as error:
        return report_failure(error, retry_on)
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


def flush_every_line() -> None:
    """Lines appear in the log when they are printed, not when a buffer is full."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(line_buffering=True, errors='backslashreplace')


# ---------------------------------------------------------------------------------------------- finding the task


class Fault(Fail):
    """An error in the command line, the payload or the result. It is reported without a traceback."""


def find_task(arguments: list[str]) -> tuple[Callable[..., Any], str | None]:
    """Returns the function, and the payload if it is the last argument."""
    module_name, colon, wanted = arguments[0].partition(':')
    rest = arguments[1:]
    tasks = tasks_of(load_module(module_name))
    if not colon and rest and not is_json(rest[0]):
        wanted, rest = rest[0], rest[1:]
    if len(rest) > 1:
        raise Fault(f'expected at most one payload, got {len(rest)} arguments: {" ".join(rest)}')
    return pick(tasks, module_name, wanted), rest[0] if rest else None


def pick(tasks: dict[str, Callable[..., Any]], module_name: str, wanted: str) -> Callable[..., Any]:
    if wanted in tasks:
        return tasks[wanted]
    there = f'it has {", ".join(tasks)}' if tasks else 'it has no tasks: write @task above a function'
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
            raise Fault(f'{module.__name__} has two tasks named {mark.name!r}')
    return tasks


def load_module(name: str) -> ModuleType:
    import importlib

    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # The module itself. A missing module that it imports is the user's error, with a traceback.
        if error.name and f'{name}.'.startswith(f'{error.name}.'):
            raise Fault(f'no module {error.name!r} in {os.getcwd()} or on PYTHONPATH') from None
        raise
    except (TypeError, ValueError):
        if name.strip('.') == name and name:
            raise
        raise Fault(f'{name!r} is not a module name') from None


def is_json(text: str) -> bool:
    return text in ('true', 'false', 'null') or not text[:1].isidentifier()


# ---------------------------------------------------------------------------------------------- the payload

NOTHING: Any = object()


def read_payload(argument: str | None) -> Any:
    """Returns NOTHING if there is no payload, which differs from null."""
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
    raise ValueError(f'{text} is not a JSON value')


# ---------------------------------------------------------------------------------------------- the call


def call(function: Callable[..., Any], payload: Any) -> Any:
    import inspect

    positional, named = arguments_for(function, payload)
    result = function(*positional, **named)
    if not inspect.isawaitable(result):
        return result
    import asyncio

    # asyncio.run takes coroutines only, and this may be any awaitable.
    async def awaited() -> Any:
        return await result

    return asyncio.run(awaited())


def arguments_for(function: Callable[..., Any], payload: Any) -> tuple[list[Any], dict[str, Any]]:
    import inspect

    signature = inspect.signature(function)
    if takes_whole_payload(signature):
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


def takes_whole_payload(signature: Any) -> bool:
    if len(signature.parameters) != 1:
        return False
    (only,) = signature.parameters.values()
    if only.kind not in (only.POSITIONAL_ONLY, only.POSITIONAL_OR_KEYWORD):
        return False
    # With `from __future__ import annotations` an annotation is a string.
    annotation = only.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, '__name__', None) or str(annotation)
    return only.name == 'payload' or text.partition('[')[0].rpartition('.')[2].lower() in ('dict', 'mapping')


def mismatches(signature: Any, positional: list[Any], named: dict[str, Any]) -> list[str]:
    """All problems; Python's own check reports only the first."""
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
        problems.append(f'too many values ({len(positional)})')
    return problems


# ---------------------------------------------------------------------------------------------- the result as JSON


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
    """Types without a JSON form. The modules are imported here because few results need them."""
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
        # As text: most readers would round a number to a double.
        return str(value) if value.is_finite() else refuse_value(value, path)
    if isinstance(value, (date, time)):
        # NaT of pandas is a date that does not equal itself.
        return value.isoformat() if value == value else refuse_value(value, path)
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
        # Sorted, so that the same set gives the same result in each run.
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
            refuse(path, f'a dict with two keys that become {name!r} as text')
        result[name] = json_of(one, f'{path}.{name}')
    return result


def whole(value: int, path: str) -> int:
    if value.bit_length() > LONGEST_INTEGER_BITS:
        refuse(path, 'an integer too long for Python to print; return it as hexadecimal text')
    return value


def finite(value: float, path: str) -> float:
    if value != value or value in (float('inf'), float('-inf')):
        refuse_value(value, path)
    return value


def refuse_value(value: Any, path: str) -> NoReturn:
    refuse(path, f'{value}, which JSON cannot represent; return None instead')


def refuse(path: str, what: str, kind: type[Exception] = ValueError) -> NoReturn:
    raise kind(f'{path} is {what}')


# ---------------------------------------------------------------------------------------------- failures

# By name, because some are separate classes before Python 3.11, and importing asyncio takes longer than most tasks.
RETRYABLE = {
    'ConnectionError',
    'InterruptedError',
    'TimeoutError',
    'asyncio.exceptions.TimeoutError',
    'concurrent.futures._base.TimeoutError',
    'socket.timeout',
}


def report_failure(error: BaseException, retry_on: Errors) -> tuple[bytes, int]:
    retryable = is_retryable(error, retry_on)
    report: dict[str, Any] = {
        'class': name_of(type(error)),
        'message': cut(message_of(error), MESSAGE_LIMIT),
        'traceback': None if isinstance(error, Fault) else traceback_of(error),
        'retryable': retryable,
    }
    if isinstance(error, Retry) and error.after is not None:
        report['retry_after'] = error.after
    exit_code = EXIT_INTERRUPTED if isinstance(error, KeyboardInterrupt) else EXIT_RETRY if retryable else EXIT_FAILED
    return error_envelope(report), exit_code


def error_envelope(error: dict[str, Any]) -> bytes:
    """Also prints the error to stderr, as Python does: it appears in the log of the attempt or on the terminal."""
    if sys.stderr is not None:
        print(error['traceback'] or f'{error["class"]}: {error["message"]}', file=sys.stderr)
    return line_of({'ok': False, 'error': error})


def is_retryable(error: BaseException, retry_on: Errors) -> bool:
    if isinstance(error, Fail):
        return False
    if isinstance(error, (Retry, KeyboardInterrupt, *retry_on)):
        return True
    return any(name_of(kind) in RETRYABLE for kind in type(error).__mro__)


def report_exit(leaving: SystemExit) -> tuple[bytes, int]:
    """sys.exit(): 0 is success, 75 asks for a retry, and the task's retry policy decides about other codes."""
    if isinstance(leaving, Terminated):
        error = {'class': 'Terminated', 'message': 'ended by SIGTERM', 'traceback': None, 'retryable': True}
        return error_envelope(error), EXIT_TERMINATED
    if leaving.code in (None, 0):
        return line_of({'ok': True, 'result': None}), EXIT_DONE
    if isinstance(leaving.code, int):
        message, exit_code = f'exited with code {leaving.code}', leaving.code & 0xFF or EXIT_FAILED
    else:
        message, exit_code = cut(str(leaving.code), MESSAGE_LIMIT), EXIT_FAILED
    return error_envelope({'class': 'SystemExit', 'message': message, 'traceback': traceback_of(leaving)}), exit_code


def name_of(kind: type) -> str:
    is_plain = kind.__module__ in ('builtins', '__main__', 'casparian_task')
    return kind.__qualname__ if is_plain else f'{kind.__module__}.{kind.__qualname__}'


def message_of(error: BaseException) -> str:
    try:
        return str(error) or type(error).__name__
    except Exception:  # An exception whose __str__ fails must still be reported.
        return type(error).__name__


def traceback_of(error: BaseException) -> str | None:
    frames = first_of_user(error.__traceback__)
    if frames is None and not isinstance(error, SyntaxError):
        return None
    try:
        import traceback

        text = ''.join(traceback.format_exception(type(error), error, frames))
    except OSError:  # The task has used up all file descriptors, so modules of Python cannot be read.
        return None
    return text if len(text) <= TRACEBACK_LIMIT else '…' + text[-TRACEBACK_LIMIT:]


def first_of_user(frames: TracebackType | None) -> TracebackType | None:
    """Skips the frames of this file, of imports and of asyncio that lead to the user's code."""
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


# ---------------------------------------------------------------------------------------------- sending the envelope


class EnvelopeOutput:
    """Opened before any user code runs, so that nothing it prints, closes or forks can interfere."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.fd = named_descriptor() or reserved_stdout()
        self.identity = os.fstat(self.fd)

    def is_ours(self) -> bool:
        """A child process that the task forked and that returns here must not report."""
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
            pass  # The reader is gone. The exit code still reports the outcome.

    def is_open(self) -> bool:
        """The task may have closed all descriptors and opened another file with this number."""
        try:
            return os.path.samestat(os.fstat(self.fd), self.identity)
        except OSError:
            return False


def named_descriptor() -> int | None:
    try:
        fd = int(os.environ.get('CASPARIAN_RESULT_FD', ''))
        if fd < 3:
            return None
        # Children of the task must not keep it open.
        os.set_inheritable(fd, False)
        return fd
    except (OSError, ValueError):
        return None


def reserved_stdout() -> int:
    """Without Casparian: stdout carries only the envelope, and the output of the task goes to stderr."""
    try:
        fd = os.dup(1)
        os.dup2(2, 1)
        return fd
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def line_of(envelope: dict[str, Any]) -> bytes:
    try:
        return json.dumps(envelope, ensure_ascii=False, allow_nan=False).encode() + b'\n'
    except UnicodeEncodeError:  # Half a surrogate pair, as in file names that are not UTF-8.
        return json.dumps(envelope, allow_nan=False).encode() + b'\n'


# ---------------------------------------------------------------------------------------------- SIGTERM


class Terminated(SystemExit):
    """Raised on SIGTERM, so that `finally` and `with` run. A SystemExit, because asyncio passes those on from tasks."""

    # Once it is raised, or the run is over, a second signal must not interrupt the clean-up.
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
    # The user's `import casparian_task` must return this module, not a second copy.
    sys.modules['casparian_task'] = sys.modules['__main__']
    sys.exit(main(sys.argv[1:]))
