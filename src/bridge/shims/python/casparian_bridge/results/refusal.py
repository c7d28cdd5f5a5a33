"""Why a result cannot be sent, and what to write instead."""

import os

from ..fault import Fault
from ..text import safely

ACCEPTED = 'a DataFrame, an Arrow table, a list of dicts, or (output, batch) pairs'


def refusal_of(value, parser_path, place, is_yielded, hint=None):
    verb, past = ('yield', 'yielded') if is_yielded else ('return', 'returned')
    message = f'parse() of {os.path.basename(parser_path)} {past} {shown(value)}; it must {verb} {ACCEPTED}'
    hint = hint or hint_for(value, is_yielded)
    return Fault('return_invalid', f'{message} ({hint})' if hint else message, place)


def shown(value):
    if value is None:
        return 'None'
    text = safely(repr, value)
    return f'{type(value).__name__}: {text if len(text) <= 80 else text[:77] + "..."}'


def hint_for(value, is_yielded):
    if value is None:
        return 'did it forget a value after `yield`?' if is_yielded else 'did it forget `return`?'
    if hasattr(value, '__await__') or hasattr(value, '__anext__'):
        return 'parse() must be a plain function, not async'
    if hasattr(value, 'collect'):
        return 'call .collect() on it'
    if hasattr(value, 'dtype'):
        return 'make a DataFrame of it, with names for its columns'
    return None
