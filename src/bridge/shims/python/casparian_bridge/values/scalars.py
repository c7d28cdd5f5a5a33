"""Scalars of Python, numpy and the standard library, as JSON."""

from datetime import timezone

from ..json_lines import EXACT_INTEGER_LIMIT


def tagged(tag, text, is_exact):
    return {f'${tag}': text} if is_exact else text


def integer(value, is_exact):
    value = int(value)
    if -EXACT_INTEGER_LIMIT <= value <= EXACT_INTEGER_LIMIT or not is_exact:
        return value
    return {'$int': integer_text(value)}


def integer_text(value):
    try:
        return str(value)
    except ValueError:
        # Python refuses to write more than 4,300 digits; its decimals do not.
        from decimal import Decimal

        return format(Decimal(value), 'f')


def floating(value, is_exact):
    value = float(value)
    if value - value == 0:
        return value
    name = 'NaN' if value != value else 'Infinity' if value > 0 else '-Infinity'
    return tagged('float', name, is_exact)


def binary(value, is_exact):
    if not is_exact:
        return bytes(value).decode('utf-8', 'backslashreplace')
    from binascii import b2a_base64

    return {'$bytes': b2a_base64(bytes(value), newline=False).decode('ascii')}


def numpy_time(value, is_exact):
    text = str(value)
    if text == 'NaT':
        return None
    if text[-1].isalpha() or ' ' in text:
        return text
    return tagged('datetime' if 'T' in text else 'date', text, is_exact)


def date_and_time(value, is_exact):
    if not is_exact:
        return value.isoformat()
    if value.utcoffset() is not None:
        try:
            value = value.astimezone(timezone.utc)
        except OverflowError:
            return value.isoformat()
    return {'$datetime': value.isoformat()}


def time_of_day(value, is_exact):
    return value.isoformat() if value.tzinfo is not None else tagged('time', value.isoformat(), is_exact)


def decimal_number(value, is_exact):
    if value.is_nan():
        return tagged('float', 'NaN', is_exact)
    if value.is_infinite():
        return tagged('float', 'Infinity' if value > 0 else '-Infinity', is_exact)
    # Plain digits, except where they would be mostly zeros.
    text = format(value, 'f') if abs(value.adjusted()) <= 100 else str(value)
    return tagged('decimal', text, is_exact)
