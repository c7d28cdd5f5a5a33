"""The spec hash of a run spec, from docs/reference/run-spec.md alone: a second opinion on what casparian computes.

    python3 spec_hash.py run.json     prints the hash
    python3 spec_hash.py --lines      reads run specs from stdin, each a JSON string on its own line, and answers each
                                      with a line {"canonical": ..., "hash": ...}

The spec is taken to be valid. Only what the canonical form itself cannot say is refused.
"""

import hashlib
import json
import math
import re
import sys
from decimal import Decimal

DURATION_MS = {'ms': 1, 's': 1_000, 'm': 60_000, 'h': 3_600_000, 'd': 86_400_000, 'w': 604_800_000}
BYTES = {'': 1, 'b': 1, 'kb': 10**3, 'mb': 10**6, 'gb': 10**9}
BYTES.update({'k': 2**10, 'kib': 2**10, 'm': 2**20, 'mib': 2**20, 'g': 2**30, 'gib': 2**30})


def spec_hash(text):
    return hashlib.sha256(canonical_spec(text).encode('utf-8')).hexdigest()


def canonical_spec(text):
    return canonical(hashed_form(json.loads(text, parse_constant=refuse_constant)))


def hashed_form(spec):
    """Every key, defaults filled in, units resolved. Without tenant, queue, priority, times and retry policy."""
    form = {
        'version': 1,
        'command': spec['command'],
        'payload_as': given(spec, 'payload_as', 'stdin'),
        'cwd': given(spec, 'cwd', None),
        'env': given(spec, 'env', {}),
        'inherit': names(given(spec, 'inherit', [])),
        'secrets': names(given(spec, 'secrets', [])),
        'timeout_ms': milliseconds(given(spec, 'timeout', None)),
        'memory_bytes': in_bytes(given(spec, 'memory', None)),
        'cpu_ms': milliseconds(given(spec, 'cpu', None)),
        'code': given(spec, 'code', None),
        'lockfile_hash': given(spec, 'lockfile_hash', None),
    }
    # A payload of null is a payload.
    return {**form, 'payload': spec['payload']} if 'payload' in spec else form


def given(spec, field, default):
    value = spec.get(field)
    return default if value is None else value


def names(listed):
    return sorted(set(listed), key=utf_16)


def milliseconds(duration):
    if duration is None:
        return None
    if not isinstance(duration, str):
        return half_up(duration * 1_000)
    parts = re.findall(r'([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d|w)', duration)
    total = 0.0
    for amount, unit in parts:  # sum() would compensate for rounding, from Python 3.12 on
        total += float(amount) * DURATION_MS[unit]
    return half_up(total)


def in_bytes(amount):
    if amount is None or not isinstance(amount, str):
        return amount
    number, unit = re.fullmatch(r'([0-9]+(?:\.[0-9]+)?)\s*([a-zA-Z]*)', amount.strip()).groups()
    return half_up(float(number) * BYTES[unit.lower()])


def half_up(number):
    whole = math.floor(number)
    return whole + 1 if number - whole >= 0.5 else whole


def canonical(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return double(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return '[' + ','.join([canonical(item) for item in value]) + ']'
    members = [string(key) + ':' + canonical(value[key]) for key in sorted(value, key=utf_16)]
    return '{' + ','.join(members) + '}'


def string(text):
    """Escapes what JSON must escape, and half a surrogate pair, which UTF-8 cannot hold."""
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub('[\ud800-\udfff]', lambda half: f'\\u{ord(half.group()):04x}', escaped)


def utf_16(text):
    """By code units, not code points: an emoji sorts before U+FB33, as its first half is U+D83D."""
    return text.encode('utf-16-be', 'surrogatepass')


def double(value):
    """As ECMAScript prints it (Number::toString). Python finds the same shortest digits, but sets them differently."""
    if math.isinf(value) or math.isnan(value):
        raise ValueError('a number is beyond what a double holds')
    if value == 0:
        return '0'
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    shown = ''.join(map(str, digits)).rstrip('0')
    point = len(digits) + exponent  # where the decimal point stands, counted from before the first digit
    return ('-' if sign else '') + placed(shown, point)


def placed(digits, point):
    if len(digits) <= point <= 21:
        return digits + '0' * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + '.' + digits[point:]
    if -6 < point <= 0:
        return '0.' + '0' * -point + digits
    fraction = '.' + digits[1:] if len(digits) > 1 else ''
    return f'{digits[0]}{fraction}e{point - 1:+d}'


def refuse_constant(name):
    raise ValueError(name + ' is no JSON')


def answer_lines():
    for line in sys.stdin:
        text = json.loads(line)
        print(json.dumps({'canonical': canonical_spec(text), 'hash': spec_hash(text)}))


if __name__ == '__main__':
    sys.setrecursionlimit(5_000)
    if sys.argv[1:] == ['--lines']:
        answer_lines()
    else:
        with open(sys.argv[1], encoding='utf-8') as file:
            print(spec_hash(file.read()))
