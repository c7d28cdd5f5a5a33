"""The output: one JSON object.

Either `problem` (message, file, line), or the facts: `api`, `name`, `version`, `topics`, `outputs`, `network`,
`imports` and `notes`. inspect_parser.py adds `executable`, the Python itself.
"""

from __future__ import annotations

from .bundle import Bundle
from .declarations import declarations_of
from .finding import find_parser
from .imports import required_packages
from .problem import Problem


def answer_for(files: dict[str, str | None], entrypoint: str) -> dict[str, object]:
    try:
        return facts_of(Bundle(files), entrypoint)
    except RecursionError:
        return {'problem': {'message': 'it is nested too deeply', 'file': entrypoint, 'line': None}}
    except Problem as problem:
        return {'problem': {'message': problem.message, 'file': problem.file, 'line': problem.line}}


def facts_of(bundle: Bundle, entrypoint: str) -> dict[str, object]:
    imports = required_packages(bundle, entrypoint)
    api, found = find_parser(bundle, bundle.module(entrypoint))
    notes: list[str] = []
    declared = declarations_of(bundle, found, notes) if api == 'class' else {}
    return {'api': api, **declared, 'imports': imports, 'notes': notes}
