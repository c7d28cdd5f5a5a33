"""The modules of a bundle, and the meaning of their names."""

from __future__ import annotations

import ast
import sys
from binascii import a2b_base64
from collections.abc import Iterator
from typing import Any, NamedTuple

from .problem import Problem

# How far names are followed from module to module, and classes to their bases: some are circular.
DEPTH_LIMIT = 20


class Import(NamedTuple):
    statement: ast.Import | ast.ImportFrom
    alias: ast.alias


class Found(NamedTuple):
    """A class, a function or another object that a name refers to, and its module."""

    module: Module
    node: Any


class Bundle:
    """The files, and their modules, parsed on demand."""

    def __init__(self, files: dict[str, str | None]) -> None:
        """The contents of modules in base64, by name; None for other files."""
        self.files = files
        self.folders = {name.rsplit('/', end)[0] for name in files for end in range(1, name.count('/') + 1)}
        self.parsed: dict[str, Module] = {}

    def module(self, name: str) -> Module:
        if name not in self.parsed:
            self.parsed[name] = Module(name, parse(name, a2b_base64(self.files[name] or '')))
        return self.parsed[name]

    def modules(self) -> Iterator[Module]:
        return (self.module(name) for name in self.files if name.endswith('.py'))

    def find(self, dotted: str, folder: str = '') -> str | None:
        """The file of a module, as Python would find it from `folder`; '' for a folder without its own file."""
        path = '/'.join(filter(None, [folder, *dotted.split('.')]))
        for name in (f'{path}/__init__.py', f'{path}.py'):
            if name in self.files:
                return name
        return '' if path in self.folders else None

    def source_of(self, module: Module, statement: ast.ImportFrom) -> str | None:
        """The file that a `from … import` imports from."""
        folder = ''
        if statement.level > 0:
            parts = module.folder.split('/') if module.folder else []
            folder = '/'.join(parts[: len(parts) - statement.level + 1])
        return self.find(statement.module, folder) if statement.module else None

    def resolve(self, module: Module, name: str, depth: int = 0) -> Found | None:
        """Resolves a name of a module through the bundle's own modules."""
        if depth > DEPTH_LIMIT:
            return None
        bound = module.bound.get(name)
        if bound is None:
            return self.resolve_star(module, name, depth)
        if isinstance(bound, ast.Name):
            return self.resolve(module, bound.id, depth + 1) or Found(module, bound)
        if not isinstance(bound, Import):
            return Found(module, bound)
        if isinstance(bound.statement, ast.ImportFrom):
            source = self.source_of(module, bound.statement)
            if source:
                return self.resolve(self.module(source), bound.alias.name, depth + 1)
        return Found(module, bound.statement)

    def resolve_star(self, module: Module, name: str, depth: int) -> Found | None:
        for statement in reversed(module.stars):
            path = self.source_of(module, statement)
            found = self.resolve(self.module(path), name, depth + 1) if path else None
            if found is not None:
                return found
        return None


class Module:
    """A file, and the bindings of its names after loading: the last binding counts."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self.folder = name.rpartition('/')[0]
        self.tree = tree
        self.bound: dict[str, ast.AST | Import] = {}
        self.stars: list[ast.ImportFrom] = []
        for statement in loaded_statements(tree.body):
            self.bind(statement)

    def bind(self, statement: ast.stmt) -> None:
        if isinstance(statement, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            self.bound[statement.name] = statement
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            for alias in statement.names:
                if alias.name == '*' and isinstance(statement, ast.ImportFrom):
                    self.stars.append(statement)
                else:
                    self.bound[alias.asname or alias.name.partition('.')[0]] = Import(statement, alias)
        else:
            self.bound.update(assigned(statement))


def parse(name: str, source: bytes) -> ast.Module:
    try:
        return ast.parse(source, name)
    except SyntaxError as error:
        version = '{}.{}'.format(*sys.version_info)
        raise Problem(f'Python {version} cannot read it: {error.msg}', name, error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Problem(f'Python cannot read it: {error or type(error).__name__}', name) from None


def loaded_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run when a module is loaded or a class is created, also those under `if`, `try` and `with`."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.ExceptHandler, ast.With)):
            for part in ('body', 'orelse', 'handlers', 'finalbody'):
                yield from loaded_statements(getattr(statement, part, []))


def assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        yield statement.target.id, statement.value
