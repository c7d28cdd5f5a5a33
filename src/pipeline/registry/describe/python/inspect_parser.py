"""What a Python parser says of itself, read from its source without running a line of it.

    python -I inspect_parser.py ENTRYPOINT < bundle.zip > facts.json

It needs nothing but the standard library of Python 3.9. The answer is one JSON object: either `problem` (message, file,
line), or what was found: `api`, `name`, `version`, `topics`, `outputs`, `imports` and `notes`.

In this file, in order: the answer; the modules of the bundle; the parser among them; values; imports.
"""

import ast
import io
import json
import sys
import zipfile

# ---------------------------------------------------------------------------------------------- the answer


def main():
    entrypoint = sys.argv[1]
    try:
        answer = describe(Bundle(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))), entrypoint)
    except RecursionError:
        answer = {'problem': {'message': 'it is nested too deeply', 'file': entrypoint, 'line': None}}
    except Problem as problem:
        answer = {'problem': {'message': problem.message, 'file': problem.file, 'line': problem.line}}
    sys.stdout.buffer.write(json.dumps(answer).encode())


class Problem(Exception):
    """The bundle cannot be registered, and this is the place where that shows."""

    def __init__(self, message, file, node=None):
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = getattr(node, 'lineno', node)


def describe(bundle, entrypoint):
    modules = [bundle.module(name) for name in bundle.names if name.endswith('.py')]
    imports = sorted_imports(bundle, modules, entrypoint)
    api, found = find_parser(bundle, bundle.module(entrypoint))
    notes = []
    declared = declarations(bundle, found, notes) if api == 'class' else {}
    return {'api': api, **declared, 'imports': imports, 'notes': notes}


# ---------------------------------------------------------------------------------------------- modules


class Bundle:
    def __init__(self, archive):
        self.archive = archive
        self.names = archive.namelist()
        self.known = set(self.names)
        self.folders = {name.rsplit('/', end)[0] for name in self.names for end in range(1, name.count('/') + 1)}
        self.parsed = {}

    def module(self, name):
        if name not in self.parsed:
            self.parsed[name] = Module(name, parse(name, self.archive.read(name)))
        return self.parsed[name]

    def find(self, dotted, folder=''):
        """The file of a module, as Python would find it from `folder`; '' for a folder without a file of its own."""
        path = '/'.join(filter(None, [folder, *dotted.split('.')]))
        for name in (f'{path}/__init__.py', f'{path}.py'):
            if name in self.known:
                return name
        return '' if path in self.folders else None


class Module:
    def __init__(self, name, tree):
        self.name = name
        self.folder = name.rpartition('/')[0]
        self.bound = {}
        for statement in top_level(tree.body):
            self.bind(statement)
        self.tree = tree

    def bind(self, statement):
        if isinstance(statement, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            self.bound[statement.name] = statement
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            for alias in statement.names:
                self.bound[alias.asname or alias.name.partition('.')[0]] = (statement, alias)
        else:
            for name, value in assigned(statement):
                self.bound[name] = value


def parse(name, source):
    try:
        return ast.parse(source, name)
    except SyntaxError as error:
        version = '{}.{}'.format(*sys.version_info)
        raise Problem(f'Python {version} cannot read it: {error.msg}', name, error.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Problem(f'Python cannot read it: {error or type(error).__name__}', name) from None


def top_level(body):
    """Statements that run when the module is loaded, also those under `if` and `try`."""
    for statement in body:
        yield statement
        for part in ('body', 'orelse', 'handlers', 'finalbody'):
            if isinstance(statement, (ast.If, ast.Try, ast.ExceptHandler, ast.With)):
                yield from top_level(getattr(statement, part, []))


def assigned(statement):
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        yield statement.target.id, statement.value


# ---------------------------------------------------------------------------------------------- the parser


class Found:
    """A class or function, and the module it stands in."""

    def __init__(self, module, node):
        self.module = module
        self.node = node


def find_parser(bundle, entry):
    """`Parser`, `parse`, `Handler`, in this order; what the file defines itself goes before what it imports."""
    candidates = [(name, resolve(bundle, entry, name)) for name in ('Parser', 'parse', 'Handler')]
    candidates = [(name, found) for name, found in candidates if found is not None]
    candidates.sort(key=lambda each: each[1].module is not entry)
    for name, found in candidates:
        if name == 'parse' and isinstance(found.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return 'function', found
        if name != 'parse' and isinstance(found.node, ast.ClassDef):
            if method(bundle, found, 'parse'):
                return ('class' if name == 'Parser' else 'handler'), found
            raise Problem(f'class {name} has no parse method', found.module.name, found.node)
    for name, found in candidates:
        raise Problem(f'what {name} is can only be told by running the file', found.module.name, found.node)
    raise Problem('it has no Parser class, no parse(path) function and no Handler class', entry.name)


def resolve(bundle, module, name, depth=0):
    """What a name of a module stands for, followed through the bundle's own modules."""
    bound = module.bound.get(name)
    if depth > 20:
        return None
    if bound is None:
        return resolve_star(bundle, module, name, depth)
    if isinstance(bound, ast.Name):
        return resolve(bundle, module, bound.id, depth + 1) or Found(module, bound)
    if not isinstance(bound, tuple):
        return Found(module, bound)
    statement, alias = bound
    if isinstance(statement, ast.ImportFrom):
        source = source_of(bundle, module, statement)
        if source:
            return resolve(bundle, bundle.module(source), alias.name, depth + 1)
    return Found(module, statement)


def resolve_star(bundle, module, name, depth):
    for statement, alias in [bound for bound in module.bound.values() if isinstance(bound, tuple)]:
        source = source_of(bundle, module, statement) if alias.name == '*' else None
        found = source and resolve(bundle, bundle.module(source), name, depth + 1)
        if found:
            return found
    return None


def source_of(bundle, module, statement):
    folder = ''
    if statement.level > 0:
        parts = module.folder.split('/') if module.folder else []
        folder = '/'.join(parts[: len(parts) - statement.level + 1])
    return bundle.find(statement.module, folder) if statement.module else None


def lineage(bundle, found, depth=0):
    """A class and what it inherits from, as far as the bundle has it."""
    yield found
    if depth > 20:
        return
    for base in found.node.bases:
        parent = resolve(bundle, found.module, base.id) if isinstance(base, ast.Name) else None
        if parent and isinstance(parent.node, ast.ClassDef):
            yield from lineage(bundle, parent, depth + 1)


def method(bundle, found, name):
    for each in lineage(bundle, found):
        for statement in top_level(each.node.body):
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                return True
            if any(target == name for target, _ in assigned(statement)):
                return True
    return False


# ---------------------------------------------------------------------------------------------- values


def declarations(bundle, found, notes):
    declared = {}
    for name in ('name', 'version', 'topics', 'outputs'):
        owner, node = attribute(bundle, found, name)
        if node is None:
            declared[name] = None
            continue
        try:
            declared[name] = plain(literal(owner, node))
        except ValueError:
            if name != 'outputs':
                message = f'Parser.{name} is not written as a plain value, so it cannot be read without running the file'
                raise Problem(message, owner.module.name, node) from None
            declared[name] = None
            notes.append(f'outputs are worked out when the parser runs ({owner.module.name}:{node.lineno})')
    return declared


def attribute(bundle, found, name):
    for each in lineage(bundle, found):
        value = own_value(each, name)
        if value is not None:
            return each, value
    return found, None


def own_value(found, name):
    values = [value for statement in top_level(found.node.body) for key, value in assigned(statement) if key == name]
    return values[-1] if values else None


def literal(owner, node, depth=0):
    """A literal, or a name of the class or module that stands for one. Raises ValueError for anything else."""
    if depth > 50:
        raise ValueError()
    if isinstance(node, ast.Name):
        value = own_value(owner, node.id)
        if value is None or value is node:
            value = owner.module.bound.get(node.id)
        if not isinstance(value, ast.expr):
            raise ValueError()
        return literal(owner, value, depth + 1)
    if isinstance(node, ast.Dict) and None not in node.keys:
        items = [(literal(owner, key, depth + 1), literal(owner, value, depth + 1)) for key, value in zip(node.keys, node.values)]
        return dict(items)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [literal(owner, item, depth + 1) for item in node.elts]
    try:
        return ast.literal_eval(node)
    except (TypeError, SyntaxError):
        raise ValueError() from None


def plain(value):
    """Only what JSON can say, as the bridge sends it."""
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError()
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and value - value == 0):
        return value
    raise ValueError()


# ---------------------------------------------------------------------------------------------- imports


def sorted_imports(bundle, modules, entrypoint):
    """Packages the bundle cannot do without: the first place that imports each."""
    found = {}
    for module in modules:
        for statement in needed(module.tree.body):
            for package in packages_of(bundle, module, statement, entrypoint):
                place = {'name': package, 'file': module.name, 'line': statement.lineno}
                found.setdefault(package, place)
    return [found[name] for name in sorted(found)]


def needed(statements):
    """Imports that must succeed: not those a `try` provides for, and not those for type checkers."""
    for each in statements:
        if isinstance(each, (ast.Import, ast.ImportFrom)):
            yield each
        elif isinstance(each, ast.Try) and any(catches_import_error(handler) for handler in each.handlers):
            yield from needed([*each.handlers, *each.orelse, *each.finalbody])
        elif isinstance(each, ast.If) and 'TYPE_CHECKING' in ast.dump(each.test):
            yield from needed(each.orelse)
        else:
            yield from needed(part for part in ast.iter_child_nodes(each) if not isinstance(part, ast.expr))


def catches_import_error(handler):
    caught = '' if handler.type is None else ast.dump(handler.type)
    return caught == '' or any(name in caught for name in ("'ImportError'", "'ModuleNotFoundError'", "'Exception'"))


def packages_of(bundle, module, statement, entrypoint):
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            yield from outside(bundle, module, alias.name, statement)
    elif statement.level == 0:
        yield from outside(bundle, module, statement.module, statement)
    else:
        require_relative(bundle, module, statement, entrypoint)


def outside(bundle, module, dotted, statement):
    top = dotted.partition('.')[0]
    # Python looks into the bundle's root first, and then into the standard library.
    if bundle.find(top) is not None:
        if bundle.find(dotted) is None:
            raise Problem(f"Local import '{dotted}' not found", module.name, statement)
    elif top not in STANDARD:
        yield top


def require_relative(bundle, module, statement, entrypoint):
    written = '.' * statement.level + (statement.module or '')
    # The bundle's root is a package if the entrypoint treats it as one: the shim looks at that file alone.
    depth = (module.folder.count('/') + 1 if module.folder else 0) + imports_relatively(bundle, entrypoint)
    if statement.level > depth:
        message = f"'from {written} import …' needs a package around the file, and there is none"
        absolute = statement.module or statement.names[0].name
        raise Problem(f"{message}; write 'from {absolute} import …'", module.name, statement)
    if statement.module and source_of(bundle, module, statement) is None:
        raise Problem(f"Local import '{written}' not found", module.name, statement)


def imports_relatively(bundle, entrypoint):
    return any(isinstance(each, ast.ImportFrom) and each.level > 0 for each in ast.walk(bundle.module(entrypoint).tree))


def standard_modules():
    if hasattr(sys, 'stdlib_module_names'):
        return sys.stdlib_module_names
    # Python 3.9 has no such list; what lies beside its own files is one.
    import os
    import sysconfig

    folder = sysconfig.get_paths()['stdlib']
    names = [*os.listdir(folder), *os.listdir(os.path.join(folder, 'lib-dynload'))]
    return {*sys.builtin_module_names, *(name.partition('.')[0] for name in names)}


STANDARD = standard_modules()

if __name__ == '__main__':
    sys.setrecursionlimit(10_000)
    main()
