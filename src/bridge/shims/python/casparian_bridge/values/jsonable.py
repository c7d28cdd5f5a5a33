"""Any Python value as JSON."""

import os
import sys
from datetime import date, datetime, time, timedelta

from ..json_lines import to_json
from ..libraries import loaded
from ..names import column_name, distinct
from ..recognition import is_mapping
from ..text import readable, safely
from .durations import duration_text, nanoseconds_of
from .scalars import (
    binary,
    date_and_time,
    decimal_number,
    floating,
    integer,
    integer_text,
    numpy_time,
    tagged,
    time_of_day,
)

NESTING_LIMIT = 64


def jsonable(value, is_exact, warn_odd=None, depth=0):
    """The value as JSON. Exact: values that JSON cannot represent are tagged. Otherwise they become readable text."""
    kind = type(value)
    if kind is str:
        return readable(value)
    if kind is bool or value is None:
        return value
    if isinstance(value, dict):
        return json_object(value, is_exact, warn_odd, depth)
    if isinstance(value, (list, tuple)):
        return json_list(value, is_exact, warn_odd, depth)
    convert = converter_of(kind)
    if convert is not None:
        return convert(value, is_exact)
    return odd_value(value, is_exact, warn_odd, depth)


def json_object(value, is_exact, warn_odd, depth):
    if depth >= NESTING_LIMIT:
        return as_odd_text(value, warn_odd)
    names = distinct([column_name(key) for key in value], lambda *_: None)
    result = {name: jsonable(item, is_exact, warn_odd, depth + 1) for name, item in zip(names, value.values())}
    if is_exact and len(names) == 1 and names[0].startswith('$'):
        return {'$object': result}
    return result


def json_list(values, is_exact, warn_odd, depth):
    if depth >= NESTING_LIMIT:
        return as_odd_text(values, warn_odd)
    return [jsonable(each, is_exact, warn_odd, depth + 1) for each in values]


def converter_of(kind):
    """By class instead of value, so that each class is inspected once."""
    if kind not in found_converters:
        matching = (convert for base, convert in known_converters() if issubclass(kind, base))
        found_converters[kind] = next(matching, None)
    return found_converters[kind]


found_converters = {}


def known_converters():
    """Subclasses before their bases: pandas' NaT is a datetime, and a datetime is a date."""
    pandas = loaded('pandas')
    if pandas is not None:
        yield (type(pandas.NaT), type(pandas.NA)), lambda value, is_exact: None
    enum = sys.modules.get('enum')
    if enum is not None:
        yield enum.Enum, lambda value, is_exact: jsonable(value.value, is_exact)
    yield str, lambda value, is_exact: readable(str.__str__(value))
    yield int, integer
    yield float, floating
    yield (bytes, bytearray, memoryview), binary
    numpy = loaded('numpy')
    if numpy is not None:
        yield (numpy.datetime64, numpy.timedelta64), numpy_time
        yield numpy.generic, numpy_scalar
        yield numpy.ndarray, lambda value, is_exact: jsonable(value.tolist(), is_exact)
    yield datetime, date_and_time
    yield date, lambda value, is_exact: tagged('date', value.isoformat(), is_exact)
    yield time, time_of_day
    yield timedelta, lambda value, is_exact: duration_text(nanoseconds_of(value))
    decimal = sys.modules.get('decimal')
    if decimal is not None:
        yield decimal.Decimal, decimal_number
    uuid = sys.modules.get('uuid')
    if uuid is not None:
        yield uuid.UUID, lambda value, is_exact: str(value)
    yield os.PathLike, lambda value, is_exact: readable(os.fsdecode(value))


def numpy_scalar(value, is_exact):
    plain = value.item()
    return str(value) if type(plain) is type(value) else jsonable(plain, is_exact)


def odd_value(value, is_exact, warn_odd, depth):
    if isinstance(value, (set, frozenset, range)) or type(value).__name__ in ('deque', 'dict_keys', 'dict_values'):
        items = list(value)
        try:
            items = sorted(items) if isinstance(value, (set, frozenset)) else items
        except TypeError:
            items = sorted(items, key=repr)
        return json_list(items, is_exact, warn_odd, depth)
    fields = getattr(type(value), '__dataclass_fields__', None)
    if fields is not None:
        return json_object({name: getattr(value, name, None) for name in fields}, is_exact, warn_odd, depth)
    if is_mapping(value):
        return json_object(dict(value), is_exact, warn_odd, depth)
    return as_odd_text(value, warn_odd)


def as_odd_text(value, warn_odd):
    if warn_odd is not None:
        warn_odd(value)
    return readable(safely(str, value))


def text_of(value):
    """One value of a column that is sent as text: numbers as Python writes them, lists and dicts as JSON."""
    if type(value) is str:
        return readable(value)
    plain = jsonable(value, is_exact=False)
    if isinstance(plain, int) and not isinstance(plain, bool):
        return integer_text(plain)
    return to_json(plain) if isinstance(plain, (list, dict)) else plain if plain is None else str(plain)
