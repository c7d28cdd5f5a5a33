"""The packages that a bundle requires."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Set
from typing import Union

from .bundle import Bundle, Module
from .problem import Problem

ImportStatement = Union[ast.Import, ast.ImportFrom]


def required_packages(bundle: Bundle, entrypoint: str) -> list[dict[str, object]]:
    """By name, each with its first import."""
    found: dict[str, dict[str, object]] = {}
    for module in bundle.modules():
        for statement in needed_imports(module.tree.body):
            for package in packages_of(bundle, module, statement, entrypoint):
                found.setdefault(package, {'name': package, 'file': module.name, 'line': statement.lineno})
    return [found[name] for name in sorted(found)]


def needed_imports(statements: Iterable[ast.AST]) -> Iterator[ImportStatement]:
    """Imports that must succeed: not those whose failure is handled, and not those for type checkers."""
    for each in statements:
        if isinstance(each, (ast.Import, ast.ImportFrom)):
            yield each
        elif isinstance(each, ast.Try) and any(catches_import_error(handler.type) for handler in each.handlers):
            yield from needed_imports([*each.handlers, *each.orelse, *each.finalbody])
        elif isinstance(each, ast.If) and is_for_type_checkers(each.test):
            yield from needed_imports(each.orelse)
        elif not (isinstance(each, ast.With) and any(suppresses_import_error(item) for item in each.items)):
            yield from needed_imports(part for part in ast.iter_child_nodes(each) if not isinstance(part, ast.expr))


def catches_import_error(caught: ast.expr | None) -> bool:
    """Whether it catches one exception, several in a tuple, or all: `except:`."""
    if isinstance(caught, ast.Tuple):
        return any(catches_import_error(each) for each in caught.elts)
    return caught is None or last_name(caught) in ('ImportError', 'ModuleNotFoundError', 'Exception', 'BaseException')


def suppresses_import_error(item: ast.withitem) -> bool:
    """`with contextlib.suppress(ImportError):`"""
    call = item.context_expr
    is_suppress = isinstance(call, ast.Call) and last_name(call.func) == 'suppress'
    return is_suppress and any(catches_import_error(each) for each in call.args)


def is_for_type_checkers(test: ast.expr) -> bool:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(is_for_type_checkers(each) for each in test.values)
    return last_name(test) == 'TYPE_CHECKING'


def last_name(node: ast.expr) -> str | None:
    """`b` of `a.b`, and `a` of `a`."""
    return getattr(node, 'attr', None) or getattr(node, 'id', None)


def packages_of(bundle: Bundle, module: Module, statement: ImportStatement, entrypoint: str) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            yield from outside(bundle, module, alias.name, statement)
    elif statement.level == 0:
        yield from outside(bundle, module, statement.module, statement)
    else:
        require_relative(bundle, module, statement, entrypoint)


def outside(bundle: Bundle, module: Module, dotted: str, statement: ImportStatement) -> Iterator[str]:
    top = dotted.partition('.')[0]
    # Python searches the bundle's root first, then the standard library.
    if bundle.find(top) is not None:
        if bundle.find(dotted) is None:
            raise Problem(f"Local import '{dotted}' not found", module.name, statement)
    elif top not in STANDARD_MODULES:
        yield top


def require_relative(bundle: Bundle, module: Module, statement: ast.ImportFrom, entrypoint: str) -> None:
    written = '.' * statement.level + (statement.module or '')
    # The bundle's root is a package if the entrypoint treats it as one: the shim checks only that file.
    depth = (module.folder.count('/') + 1 if module.folder else 0) + imports_relatively(bundle.module(entrypoint))
    if statement.level > depth:
        message = f"'from {written} import …' needs a package around the file, which is missing"
        absolute = statement.module or statement.names[0].name
        raise Problem(f"{message}; write 'from {absolute} import …'", module.name, statement)
    if statement.module and bundle.source_of(module, statement) is None:
        raise Problem(f"Local import '{written}' not found", module.name, statement)


def imports_relatively(module: Module) -> bool:
    return any(isinstance(each, ast.ImportFrom) and each.level > 0 for each in ast.walk(module.tree))


def standard_modules() -> Set[str]:
    if hasattr(sys, 'stdlib_module_names'):
        return sys.stdlib_module_names
    # Python 3.9 has no such list; the files next to its own modules are one.
    import os
    import sysconfig

    folder = sysconfig.get_paths()['stdlib']
    names = [*os.listdir(folder), *os.listdir(os.path.join(folder, 'lib-dynload'))]
    return {*sys.builtin_module_names, *(name.partition('.')[0] for name in names)}


STANDARD_MODULES = standard_modules()
