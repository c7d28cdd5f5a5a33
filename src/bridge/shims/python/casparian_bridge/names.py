"""Column names: text, without duplicates."""

from .text import readable, safely


def column_name(label):
    if isinstance(label, tuple):
        return '_'.join(part for part in (column_name(each) for each in label) if part != '')
    return readable(label if isinstance(label, str) else safely(str, label))


def distinct(names, warn):
    """a, a, a becomes a, a_2, a_3; numbers that are already used are skipped."""
    if len(set(names)) == len(names):
        return names
    taken, result = set(names), []
    seen = set()
    for name in names:
        number, unique = 2, name
        while unique in seen or (unique != name and unique in taken):
            unique, number = f'{name}_{number}', number + 1
        if unique != name:
            warn(unique, f'there is more than one column {name!r}; this one was renamed')
        seen.add(unique)
        result.append(unique)
    return result
