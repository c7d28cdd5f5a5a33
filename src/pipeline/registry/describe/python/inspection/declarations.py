"""The declarations of a Parser class in attributes, as far as they can be read without running the file."""

from __future__ import annotations

import ast

from .bundle import Bundle, Found, assigned, loaded_statements
from .finding import lineage
from .problem import Problem

# How deep literals may be nested, and how far names may refer to other names: some refer to themselves.
LITERAL_DEPTH_LIMIT = 50


class NotPlain(Exception):
    """An expression that only running the code can evaluate, or a value that JSON cannot represent."""


def declarations_of(bundle: Bundle, found: Found, notes: list[str]) -> dict[str, object]:
    declared: dict[str, object] = {}
    for name in ('name', 'version', 'topics', 'outputs', 'network'):
        owner, node = attribute(bundle, found, name)
        try:
            declared[name] = None if node is None else literal(owner, node)
        except NotPlain:
            if name != 'outputs':
                why = 'is not written as a plain value, so it cannot be read without running the file'
                raise Problem(f'Parser.{name} {why}', owner.module.name, node) from None
            declared[name] = None
            notes.append(f'outputs are computed when the parser runs ({owner.module.name}:{node.lineno})')
    return declared


def attribute(bundle: Bundle, found: Found, name: str) -> tuple[Found, ast.expr | None]:
    """The expression of an attribute, and its class: the parser's, or a base class."""
    for each in lineage(bundle, found):
        value = own_value(each, name)
        if value is not None:
            return each, value
    return found, None


def own_value(found: Found, name: str) -> ast.expr | None:
    statements = loaded_statements(found.node.body)
    values = [value for statement in statements for key, value in assigned(statement) if key == name]
    return values[-1] if values else None


def literal(owner: Found, node: ast.expr, depth: int = 0) -> object:
    """The value of a literal that JSON can represent, or of a name of the class or module bound to one."""
    if depth > LITERAL_DEPTH_LIMIT:
        raise NotPlain
    if isinstance(node, ast.Name):
        value = own_value(owner, node.id)
        if value is None or value is node:
            value = owner.module.bound.get(node.id)
        if not isinstance(value, ast.expr):
            raise NotPlain
        return literal(owner, value, depth + 1)
    if isinstance(node, ast.Dict) and None not in node.keys:
        keys = [literal(owner, key, depth + 1) for key in node.keys]
        if not all(isinstance(key, str) for key in keys):
            raise NotPlain
        return dict(zip(keys, (literal(owner, value, depth + 1) for value in node.values)))
    if isinstance(node, (ast.List, ast.Tuple)):
        return [literal(owner, item, depth + 1) for item in node.elts]
    try:
        value = ast.literal_eval(node)
    except (TypeError, ValueError, SyntaxError):
        raise NotPlain from None
    if value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and value - value == 0):
        return value
    raise NotPlain
