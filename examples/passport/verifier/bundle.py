"""The bundle of a passport (BPC-BUNDLE-1)."""

import base64
import hashlib

from verifier.ed25519 import check_ed25519
from verifier.values import Checks, canonical, decoded, read_json, require, sha256, without

RECEIPT_MEMBERS = (
    'battery_product_id compiler_build_id dsl_sha256 issued_at passport_id passport_version_id payload_hash '
    'proof_root_hash receipt_version rule_package_version_id signature signature_alg signing_key_id snapshot_hash '
    'snapshot_id tenant_id tests_sha256'
)
NODE_TYPES = {'CONST', 'FACT_GET', 'FIELD_REF', 'OP', 'ASSERT', 'COMPLIANCE_EMIT'}
REQUIRED = {'bundle_version', 'payload', 'proof', 'public_key', 'qr_payload', 'receipt', 'snapshot'}


def verify_bundle(data, trusted_key=None):
    checks = Checks()
    run = checks.run
    bundle = run('canonical_form', read, data)
    if bundle is None:
        return checks.results
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
    check_trusted_key(checks, bundle, trusted_key)
    return checks.results


def read(data):
    bundle = read_json(data)
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
    return hashlib.sha256(canonical(without(bundle['receipt'], 'signature'))).digest()


def check_signature(bundle):
    """Of a bundle or an excerpt."""
    check_ed25519(decoded(bundle['public_key']), receipt_hash(bundle), decoded(bundle['receipt']['signature']))


def check_qr(bundle):
    receipt = bundle['receipt']
    hashes = bytes.fromhex(receipt['payload_hash']), bytes.fromhex(receipt['proof_root_hash']), receipt_hash(bundle)
    ph, pr, rh = (base64.b32encode(each).decode().rstrip('=') for each in hashes)
    expected = f'BPC1|pv={receipt["passport_version_id"]}|ph={ph}|pr={pr}|rh={rh}'
    require(bundle['qr_payload'] == expected, 'the QR code has other hashes')


def check_trusted_key(checks, signed, trusted_key):
    if trusted_key is not None:
        is_same = signed.get('public_key') == trusted_key
        checks.run('trusted_key', require, is_same, 'the passport was signed with another key')
