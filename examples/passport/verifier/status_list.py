"""A signed list of revoked versions (W3C Bitstring Status List)."""

import base64
import datetime
import gzip
import hashlib

from verifier.credential import check_data_integrity
from verifier.values import Checks, read_json, require


def verify_status_list(data, trusted_key=None, version_id=None, now=None):
    checks = Checks()
    found = checks.run('status_list', read_status_list, data)
    if found is not None:
        now = now or datetime.datetime.now(datetime.timezone.utc)
        checks.run('status_signature', check_status_signature, found[0], trusted_key)
        checks.run('status_time', check_status_time, found[0], now)
        if version_id is not None:
            checks.run('status', check_status, *found, version_id)
    return checks.results


def read_status_list(data):
    credential = read_json(data)
    subject = credential['credentialSubject']
    require(subject['type'] == 'BitstringStatusList', 'the credential is not a status list')
    require(isinstance(subject['sequence'], int), 'the list has no number')
    bits, fingerprints = gzip.decompress(multibase(subject['encodedList'])), multibase(subject['fingerprints'])
    return credential, bits, fingerprints


def multibase(text):
    require(text.startswith('u'), 'this is not base64url')
    return base64.urlsafe_b64decode(text[1:] + '=' * (-len(text[1:]) % 4))


def check_status_signature(credential, trusted_key):
    issuer = base64.b64encode(check_data_integrity(credential)).decode()
    require(trusted_key in (None, issuer), 'the list was signed with another key')


def check_status_time(credential, now):
    first, last = (parsed_time(credential[name]) for name in ('validFrom', 'validUntil'))
    require(first <= now, f'the list is valid from {credential["validFrom"]} on')
    require(now <= last, f'the list was valid until {credential["validUntil"]}: get a new one')


def parsed_time(text):
    return datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%SZ').replace(tzinfo=datetime.timezone.utc)


def check_status(credential, bits, fingerprints, version_id):
    wanted = hashlib.sha256(version_id.lower().encode('utf-8')).digest()[:8]
    places = [at // 8 for at in range(0, len(fingerprints), 8) if fingerprints[at : at + 8] == wanted]
    require(places, 'the list does not know this version: it was never in force, or the list is older')
    is_set = bits[places[0] >> 3] & (0x80 >> (places[0] & 7))
    purpose = credential['credentialSubject']['statusPurpose']
    require(not is_set, 'the version is revoked' if purpose == 'revocation' else f'the status {purpose} is set')
