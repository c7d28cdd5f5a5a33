"""Canonical JSON, hashes, and the list of checks."""

import base64
import hashlib
import json


def canonical(value):
    """BPC-CJSON-1. Python sorts text by code points, which is the order of the UTF-8 bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(',', ':')).encode('utf-8')


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def require(condition, reason):
    if not condition:
        raise ValueError(reason)


def without(record, name):
    return {key: value for key, value in record.items() if key != name}


def decoded(text):
    return base64.b64decode(text, validate=True)


def refuse_fraction(text):
    raise ValueError(f'{text} is not an integer')


def read_json(data):
    value = json.loads(data.decode('utf-8'), parse_float=refuse_fraction, parse_constant=refuse_fraction)
    require(isinstance(value, dict), 'the file is not a JSON object')
    return value


class Checks:
    """Runs checks and collects (name, reason); the reason is None if the check passed."""

    def __init__(self):
        self.results = []

    def run(self, name, check, *arguments):
        try:
            result, reason = check(*arguments), None
        except Exception as error:  # A hostile file must not look like a crash.
            result, reason = None, f'{error}' or type(error).__name__
        self.results.append((name, reason))
        return result
