#!/usr/bin/env python3
"""Verifies a battery passport from its bundle, without Casparian Flow.

    python3 verify_passport.py BUNDLE [PUBLIC_KEY_BASE64]

Written from docs/reference/passport.md. Needs the package `cryptography`. Prints one line for each check, and exits
with 1 if one fails. It checks all that `casparian passport verify` checks, except for evaluating the rules again.
"""

import base64
import hashlib
import json
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

RECEIPT_MEMBERS = (
    'battery_product_id compiler_build_id dsl_sha256 issued_at passport_id passport_version_id payload_hash '
    'proof_root_hash receipt_version rule_package_version_id signature signature_alg signing_key_id snapshot_hash '
    'snapshot_id tenant_id tests_sha256'
)
NODE_TYPES = {'CONST', 'FACT_GET', 'FIELD_REF', 'OP', 'ASSERT', 'COMPLIANCE_EMIT'}
REQUIRED = {'bundle_version', 'payload', 'proof', 'public_key', 'qr_payload', 'receipt', 'snapshot'}


def canonical(value):
    """BPC-CJSON-1. Python sorts text by code points, which is the order of the UTF-8 bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(',', ':')).encode('utf-8')


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def require(condition, reason):
    if not condition:
        raise ValueError(reason)


def refuse_fraction(text):
    raise ValueError(f'{text} is not an integer')


def read(data):
    bundle = json.loads(data.decode('utf-8'), parse_float=refuse_fraction, parse_constant=refuse_fraction)
    require(set(bundle) >= REQUIRED and set(bundle) <= REQUIRED | {'facts', 'rules'}, 'members are missing or unknown')
    require(bundle['bundle_version'] == 'BPC-BUNDLE-1', 'the version of the bundle is unknown')
    require(canonical(bundle) == data, 'the file is not in canonical form')
    return bundle


def check_proof(bundle):
    proof, hashes = bundle['proof'], []
    require(set(proof) == {'field_index', 'nodes', 'proof_version', 'root_hash'}, 'the proof has other members')
    require(proof['proof_version'] == 'BPC-PROOF-1', 'the version of the proof is unknown')
    for index, node in enumerate(proof['nodes']):
        require(set(node) == {'children', 'data', 'hash', 'id', 'type'}, f'node {index} has other members')
        require(node['id'] == index and node['type'] in NODE_TYPES, f'node {index} has a wrong id or type')
        require(all(0 <= child < index for child in node['children']), f'node {index} has a wrong child')
        children = [hashes[child] for child in node['children']]
        content = {'id': index, 'type': node['type'], 'data': node['data'], 'children_hashes': children}
        hashes.append(sha256(canonical(content)))
        require(node['hash'] == hashes[-1], f'node {index} has a wrong hash')
    root = proof['nodes'][-1]
    require(proof['root_hash'] == hashes[-1], 'root_hash is not the hash of the last node')
    require(root['type'] == 'OP' and root['data'].get('op') == 'ROOT', 'the last node is not the root')
    require(sorted(root['children']) == sorted(proof['field_index'].values()), 'the root does not commit to all fields')
    for path, index in proof['field_index'].items():
        node = proof['nodes'][index]
        require(node['type'] == 'FIELD_REF' and node['data']['field'] == path, f'field_index has no node of {path}')
    require(len(canonical(proof)) <= 262144, 'the proof is too large')


def check_facts(bundle):
    listed = bundle['snapshot']['facts']
    require(len(bundle['facts']) == len(listed), 'the number of facts is wrong')
    for payload, fact in zip(bundle['facts'], listed):
        require(sha256(canonical(payload)) == fact['payload_hash'], f'the fact {fact["fact_key"]} has another hash')


def check_snapshot(bundle):
    snapshot, receipt = bundle['snapshot'], bundle['receipt']
    require(snapshot['snapshot_version'] == 'BPC-SNAPSHOT-1', 'the version of the snapshot is unknown')
    require(snapshot['snapshot_id'] == receipt['snapshot_id'], 'the receipt names another snapshot')
    require(sha256(canonical(snapshot)) == receipt['snapshot_hash'], 'the snapshot has another hash')


def check_rules(bundle):
    for source, claim in (('dsl', 'dsl_sha256'), ('tests', 'tests_sha256')):
        actual = sha256(bundle['rules'][source].encode('utf-8'))
        require(actual == bundle['receipt'][claim], f'{source} has another hash')


def check_payload(bundle):
    payload, receipt = bundle['payload'], bundle['receipt']
    require(payload['passport_schema'] == 'BPC-PASSPORT-1', 'the schema of the payload is unknown')
    require(payload['battery_product']['id'] == receipt['battery_product_id'], 'the receipt names another product')
    require(sha256(canonical(payload)) == receipt['payload_hash'], 'the payload has another hash')
    require(len(canonical(payload)) <= 131072, 'the payload is too large')


def check_values(bundle):
    fields, nodes = {}, bundle['proof']['nodes']
    for path, index in bundle['proof']['field_index'].items():
        value, branch, names = nodes[index]['data']['value'], fields, path.split('.')
        if value is None:
            continue
        for name in names[:-1]:
            branch = branch.setdefault(name, {})
        require(names[-1] not in branch, f'the field {path} is inside of another')
        branch[names[-1]] = value
    require(canonical(fields) == canonical(bundle['payload']['fields']), 'the payload has other fields than the proof')
    emitted = [node['data'] for node in nodes if node['type'] == 'COMPLIANCE_EMIT']
    entries = [{'clause': data['id'], 'evidence': data['evidence'], 'status': data['status']} for data in emitted]
    require(entries == bundle['payload']['compliance'], 'the payload has other compliance entries than the proof')


def check_fact_references(bundle):
    known = {canonical(fact) for fact in bundle['snapshot']['facts']}
    for node in bundle['proof']['nodes']:
        data = node['data']
        if node['type'] != 'FACT_GET' or data['result'] is None:
            continue
        for result in data['result'] if isinstance(data['result'], list) else [data['result']]:
            fact = {'fact_type': data['fact_type'], 'fact_key': data.get('fact_key'), **result}
            require(canonical(fact) in known, f'node {node["id"]} refers to a fact that is not in the snapshot')


def check_receipt(bundle):
    receipt = bundle['receipt']
    require(' '.join(sorted(receipt)) == RECEIPT_MEMBERS, 'the receipt has other members than BPC-RECEIPT-1')
    require(receipt['receipt_version'] == 'BPC-RECEIPT-1' and receipt['signature_alg'] == 'ED25519', 'unknown versions')
    require(receipt['proof_root_hash'] == bundle['proof']['root_hash'], 'the receipt names another proof')


def receipt_hash(bundle):
    unsigned = {name: value for name, value in bundle['receipt'].items() if name != 'signature'}
    return hashlib.sha256(canonical(unsigned)).digest()


def check_signature(bundle):
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(bundle['public_key'], validate=True))
    key.verify(base64.b64decode(bundle['receipt']['signature'], validate=True), receipt_hash(bundle))


def check_qr(bundle):
    receipt = bundle['receipt']
    hashes = bytes.fromhex(receipt['payload_hash']), bytes.fromhex(receipt['proof_root_hash']), receipt_hash(bundle)
    ph, pr, rh = (base64.b32encode(each).decode().rstrip('=') for each in hashes)
    expected = f'BPC1|pv={receipt["passport_version_id"]}|ph={ph}|pr={pr}|rh={rh}'
    require(bundle['qr_payload'] == expected, 'the QR code has other hashes')


def verify(data, trusted_key=None):
    """Returns a list of (name, reason); the reason is None if the check passed."""
    results = []

    def run(name, check, *arguments):
        try:
            result, reason = check(*arguments), None
        except Exception as error:  # A hostile file must not look like a crash.
            result, reason = None, f'{error}' or type(error).__name__
        results.append((name, reason))
        return result

    bundle = run('canonical_form', read, data)
    if bundle is None:
        return results
    run('proof', check_proof, bundle)
    if 'facts' in bundle:
        run('facts', check_facts, bundle)
    run('snapshot', check_snapshot, bundle)
    if 'rules' in bundle:
        run('rules', check_rules, bundle)
    run('payload', check_payload, bundle)
    run('values', check_values, bundle)
    run('fact_references', check_fact_references, bundle)
    run('receipt', check_receipt, bundle)
    run('signature', check_signature, bundle)
    run('qr', check_qr, bundle)
    if trusted_key is not None:
        run('trusted_key', require, bundle['public_key'] == trusted_key, 'the passport was signed with another key')
    return results


if __name__ == '__main__':
    with open(sys.argv[1], 'rb') as file:
        outcome = verify(file.read(), sys.argv[2] if len(sys.argv) > 2 else None)
    for name, reason in outcome:
        print(f'{name}: {"ok" if reason is None else f"FAILED, {reason}"}')
    sys.exit(0 if all(reason is None for _, reason in outcome) else 1)
