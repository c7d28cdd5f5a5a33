"""Finds the parser among the modules: a class, a function or a handler."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .bundle import DEPTH_LIMIT, Bundle, Found, Module, assigned, loaded_statements
from .problem import Problem


def find_parser(bundle: Bundle, entry: Module) -> tuple[str, Found]:
    """`Parser`, `parse`, `Handler`, in this order; names defined in the file come before imported ones."""
    resolved = [(name, bundle.resolve(entry, name)) for name in ('Parser', 'parse', 'Handler')]
    candidates = [(name, found) for name, found in resolved if found is not None]
    candidates.sort(key=lambda each: each[1].module is not entry)
    for name, found in candidates:
        if name == 'parse' and isinstance(found.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return 'function', found
        if name != 'parse' and isinstance(found.node, ast.ClassDef):
            if has_method(bundle, found, 'parse'):
                return ('class' if name == 'Parser' else 'handler'), found
            raise Problem(f'class {name} has no parse method', found.module.name, found.node)
    for name, found in candidates:
        raise Problem(f'only running the file can show what {name} is', found.module.name, found.node)
    raise Problem('it has no Parser class, no parse(path) function and no Handler class', entry.name)


def has_method(bundle: Bundle, found: Found, name: str) -> bool:
    return any(
        (isinstance(statement, ast.FunctionDef) and statement.name == name) or name in dict(assigned(statement))
        for each in lineage(bundle, found)
        for statement in loaded_statements(each.node.body)
    )


def lineage(bundle: Bundle, found: Found, depth: int = 0) -> Iterator[Found]:
    """A class and its base classes, as far as they are in the bundle."""
    yield found
    if depth > DEPTH_LIMIT:
        return
    for base in found.node.bases:
        parent = bundle.resolve(found.module, base.id) if isinstance(base, ast.Name) else None
        if parent is not None and isinstance(parent.node, ast.ClassDef):
            yield from lineage(bundle, parent, depth + 1)
