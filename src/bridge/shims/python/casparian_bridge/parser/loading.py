"""Loads the parser's file as Python would if it were started directly."""

import os
import sys

PACKAGE = '__parser__'


def load_module(parser_path, input_path):
    import importlib.util
    from importlib.machinery import SourceFileLoader

    folder, file_name = os.path.split(parser_path)
    sys.path.insert(0, folder)
    sys.argv = [parser_path, input_path]

    stem = os.path.splitext(file_name)[0]
    name = module_name(parser_path, folder, stem)
    search = [folder] if stem == '__init__' else None
    # An explicit loader, because a parser's file may have any extension.
    loader = SourceFileLoader(name, parser_path)
    spec = importlib.util.spec_from_file_location(name, parser_path, loader=loader, submodule_search_locations=search)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def module_name(parser_path, folder, stem):
    """The plain stem, so that a spawned process can import what it unpickles by that name.

    A module that is already loaded keeps its name: a parser called json.py must not replace json for all modules.
    """
    if imports_relatively(parser_path):
        return package_around(folder, stem)
    return stem if stem not in sys.modules else f'{stem}_parser'


def imports_relatively(parser_path):
    """Whether a line begins with `from .`: searched for in the text, because ast costs more than most parsers."""
    with open(parser_path, 'rb') as file:
        return any(line.lstrip().startswith((b'from .', b'from\t.')) for line in file)


def package_around(folder, stem):
    """Makes the folder a package, so that `from .utils import clean` works. Returns the parser's name in it."""
    if stem == '__init__':
        return PACKAGE
    import importlib.machinery
    import importlib.util

    initial = os.path.join(folder, '__init__.py')
    if os.path.exists(initial):
        spec = importlib.util.spec_from_file_location(PACKAGE, initial, submodule_search_locations=[folder])
    else:
        spec = importlib.machinery.ModuleSpec(PACKAGE, None, is_package=True)
        spec.submodule_search_locations = [folder]
    package = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = package
    if spec.loader is not None:
        spec.loader.exec_module(package)
    return f'{PACKAGE}.{stem}'
