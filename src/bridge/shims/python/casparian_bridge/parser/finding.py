"""Finds the parser in a loaded file: a class, a function or a handler."""

import os
import sys

from ..fault import Fault, kind_of


class FoundParser:
    """A loaded parser. `function` is the user's own parse, for its file and line."""

    def __init__(self, path, metadata, call, function, instance=None):
        self.path = path
        self.instance = instance
        self.metadata = metadata
        self.call = call
        self.function = function

    def parse(self, context):
        try:
            return self.call(context)
        except TypeError as error:
            raise fault_of_call(error, 'parse', self.place()) from None

    def place(self):
        code = getattr(self.function, '__code__', None)
        return (code.co_filename, code.co_firstlineno) if code else (self.path, None)


def find_parser(module, parser_path):
    """`Parser`, `parse`, `Handler`, in this order; names defined in the file come before imported ones."""
    candidates = [(name, getattr(module, name)) for name in ('Parser', 'parse', 'Handler') if hasattr(module, name)]
    candidates.sort(key=lambda each: getattr(each[1], '__module__', None) != module.__name__)
    for name, found in candidates:
        if name == 'parse' and callable(found):
            return parser_of_function(found, parser_path)
        if name != 'parse' and isinstance(found, type) and callable(getattr(found, 'parse', None)):
            return parser_of_class(found, name, parser_path)
    raise Fault('parser_invalid', explain_no_parser(module, dict(candidates), parser_path), (parser_path, None))


def parser_of_function(function, parser_path):
    return FoundParser(parser_path, describe_parser('function'), lambda context: function(context.input_path), function)


def parser_of_class(found, name, parser_path):
    place = (parser_path, None)
    try:
        instance = found()
    except TypeError as error:
        raise fault_of_call(error, name, place) from None
    function = getattr(found.parse, '__func__', found.parse)
    if name == 'Handler':
        metadata = describe_parser('handler')
        return FoundParser(parser_path, metadata, lambda context: instance.parse(context.input_path), function)
    from .declarations import checked_declarations

    metadata = describe_parser('class', **checked_declarations(instance, place))
    return FoundParser(parser_path, metadata, instance.parse, function, instance)


def fault_of_call(error, name, place):
    """A call that Python refused before any of the user's lines ran has the wrong number of parameters."""
    from ..failures.places import frames_of
    from ..own_code import is_shims_code

    if all(is_shims_code(frame.f_code.co_filename) for frame, _ in frames_of(error)):
        return Fault('parser_invalid', f'{name}() cannot be called as a parser is: {error}', place)
    return error


def describe_parser(api, name=None, version=None, outputs=None, topics=None):
    return {
        'api': api,
        'name': name,
        'version': version,
        'outputs': outputs,
        'topics': topics,
        'language': 'python',
        'runtime': 'Python {}.{}.{}'.format(*sys.version_info),
        'executable': sys.executable,
    }


def explain_no_parser(module, candidates, parser_path):
    file_name = os.path.basename(parser_path)
    for name, found in candidates.items():
        if name == 'parse':
            return f'{file_name}: parse must be a function, not {kind_of(found)}'
        if not isinstance(found, type):
            return f'{file_name}: {name} must be a class with a parse method, not {kind_of(found)}'
        return f'{file_name}: class {name} has no parse method'
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, '__module__', None) == module.__name__
    ]
    has = f'it defines {", ".join(own[:10])}' if own else 'it defines no function or class'
    return f'{file_name} has no Parser class, no parse(path) function and no Handler class; {has}'
