"""Lines of JSON, written as fast as Python can."""

# Beyond it, JSON readers that only support doubles see another number.
EXACT_INTEGER_LIMIT = 2**53 - 1

try:
    # The module below `json`, which would import `re` and `enum`.
    from _json import encode_basestring, make_encoder
except ImportError:
    from json import JSONEncoder

    to_json = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(',', ':')).encode
else:
    # One encoder for all rows; `JSONEncoder.encode` creates one for each call, which costs a third of the time.
    encode_parts = make_encoder(None, None, encode_basestring, None, ':', ',', False, False, False)

    def to_json(value):
        return ''.join(encode_parts(value, 0))


def line_of(value):
    """Values without a form in JSON or UTF-8 are sent as readable text."""
    try:
        return to_json(value).encode('utf-8') + b'\n'
    except (UnicodeEncodeError, ValueError, TypeError):
        from .values.jsonable import jsonable

        return to_json(jsonable(value, is_exact=False)).encode('utf-8') + b'\n'
