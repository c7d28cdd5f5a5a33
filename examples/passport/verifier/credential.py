"""A W3C Verifiable Credential with an eddsa-jcs-2022 proof, made from an excerpt."""

import hashlib

from verifier.bundle import check_signature, check_trusted_key
from verifier.ed25519 import check_ed25519
from verifier.excerpt import check_fields, read_excerpt
from verifier.values import Checks, canonical, decoded, read_json, require, without

BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'


def verify_credential(data, trusted_key=None):
    checks = Checks()
    found = checks.run('credential', read_credential, data)
    if found is not None:
        checks.run('credential_proof', check_credential_proof, *found)
        checks.run('fields', check_fields, found[1])
        checks.run('signature', check_signature, found[1])
        checks.run('values', check_credential_values, *found)
        check_trusted_key(checks, found[1], trusted_key)
    return checks.results


def read_credential(data):
    credential = read_json(data)
    return credential, read_excerpt(credential['evidence'][0]['excerpt'].encode('utf-8'))


def check_credential_proof(credential, excerpt):
    issuer = check_data_integrity(credential)
    require(issuer == decoded(excerpt['public_key']), 'the passport was signed with another key')


def check_credential_values(credential, excerpt):
    shown = {}
    for field in excerpt['fields']:
        if field.get('value') is not None:
            section, name = field['path'].split('.', 1)
            shown.setdefault(section, {})[name] = field['value']
    for section, members in shown.items():
        stated = credential['credentialSubject'].get(section)
        require(stated is None or stated == members, f'{section} has other values than the signed passport')


def check_data_integrity(credential):
    """eddsa-jcs-2022 with a did:key as issuer. All names are ASCII, so both canonical forms sort them alike."""
    options = without(credential['proof'], 'proofValue')
    require(options['cryptosuite'] == 'eddsa-jcs-2022', 'the proof is of another suite')
    require(options['proofPurpose'] == 'assertionMethod', 'the proof has another purpose')
    did, key = options['verificationMethod'].split('#')
    require(did == f'did:key:{key}' and credential['issuer'] == did, 'the proof was not made by the issuer')
    prefixed = base58(key)
    require(prefixed[:2] == b'\xed\x01' and len(prefixed) == 34, 'the issuer is not a did:key of Ed25519')
    parts = options, without(credential, 'proof')
    data = b''.join(hashlib.sha256(canonical(part)).digest() for part in parts)
    check_ed25519(prefixed[2:], data, base58(credential['proof']['proofValue']))
    return prefixed[2:]


def base58(text):
    require(text.startswith('z'), 'this is not base58btc')
    number = 0
    for letter in text[1:]:
        number = number * 58 + BASE58.index(letter)
    zeros = len(text) - 1 - len(text[1:].lstrip('1'))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, 'big')
