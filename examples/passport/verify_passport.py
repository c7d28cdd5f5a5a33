#!/usr/bin/env python3
"""Verifies battery passports without Casparian Flow.

    python3 verify_passport.py FILE [PUBLIC_KEY] [--history FILE] [--status-list FILE [--status-key KEY]]

FILE is the bundle of a passport, an excerpt, a credential, the history of a battery or a status list. Keys are in
base64. Written from docs/reference/passport.md. Needs no packages; `cryptography` is faster where it is installed.
Prints one line for each check, and exits with 1 if one fails. It checks all that `casparian passport verify` checks,
except for evaluating the rules again and for the access tiers of attributes. The checks are in the folder `verifier`.
"""

import argparse
import sys

from verifier.bundle import verify_bundle
from verifier.credential import read_credential, verify_credential
from verifier.excerpt import verify_excerpt
from verifier.history import verify_history
from verifier.status_list import verify_status_list
from verifier.values import read_json


def verify(data, trusted_key=None):
    """Verifies a file of any kind. Returns a list of (name, reason); the reason is None if the check passed."""
    for mark, check in (
        (b'"BatteryPassportCredential"', verify_credential),
        (b'"BitstringStatusListCredential"', verify_status_list),
        (b'"history_version"', verify_history),
        (b'"excerpt_version"', verify_excerpt),
    ):
        if mark in data:
            return check(data, trusted_key)
    return verify_bundle(data, trusted_key)


def signed_part(data):
    """The receipt and the key of a bundle, an excerpt or a credential; nothing of another file."""
    try:
        value = read_json(data)
        return read_credential(data)[1] if 'evidence' in value else value
    except (ValueError, KeyError, IndexError):
        return {}


def main():
    parser = argparse.ArgumentParser(description='Verifies battery passports without Casparian Flow.')
    parser.add_argument('file', help='a bundle, an excerpt, a credential, a history or a status list')
    parser.add_argument('public_key', nargs='?', help='the key that the maker published, in base64')
    parser.add_argument('--history', help='also verify the history of the battery')
    parser.add_argument('--status-list', help='also look the version up in this list')
    parser.add_argument('--status-key', help='the key of the list, if it is another one')
    given = parser.parse_args()
    data = contents(given.file)
    outcome = verify(data, given.public_key)
    if given.history is not None:
        outcome += verify_history(contents(given.history), given.public_key, data)
    if given.status_list is not None:
        signed = signed_part(data)
        key = given.status_key or given.public_key or signed.get('public_key', '')
        version_id = signed.get('receipt', {}).get('passport_version_id', '')
        outcome += verify_status_list(contents(given.status_list), key, version_id)
    for name, reason in outcome:
        print(f'{name}: {"ok" if reason is None else f"FAILED, {reason}"}')
    return 0 if all(reason is None for _, reason in outcome) else 1


def contents(path):
    with open(path, 'rb') as file:
        return file.read()


if __name__ == '__main__':
    sys.exit(main())
