"""The history of a battery (BPC-HISTORY-1): readings, transfers and its end, each with a signature."""

import hashlib

from verifier.bundle import read
from verifier.ed25519 import check_ed25519
from verifier.values import Checks, canonical, decoded, read_json, require, sha256, without


def verify_history(data, trusted_key=None, bundle=None):
    checks = Checks()
    history = checks.run('history', read_history, data)
    if history is not None:
        checks.run('chain', check_chain, history)
        checks.run('signatures', check_statement_signatures, history)
        checks.run('operators', check_operators, history, trusted_key)
        if bundle is not None:
            checks.run('bundle', lambda: check_bundle_history(history, read(bundle)))
    return checks.results


def read_history(data):
    history = read_json(data.rstrip())
    require(history.get('history_version') == 'BPC-HISTORY-1', 'the version of the history is unknown')
    require(canonical(history) == data.rstrip(), 'the file is not in canonical form')
    return history


def statement_hash(entry):
    return hashlib.sha256(canonical(entry['statement'])).digest()


def check_chain(history):
    previous = None
    for number, entry in enumerate(history['statements'], 1):
        statement = entry['statement']
        require(statement['statement_version'] == 'BPC-STATEMENT-1', f'statement {number} has another version')
        require(statement['passport_id'] == history['passport_id'], f'statement {number} is about another battery')
        require(statement['sequence'] == number, f'statement {number} was removed, added or moved')
        require(statement['previous_hash'] == previous, f'statement {number} follows another one')
        previous = statement_hash(entry).hex()


def check_statement_signatures(history):
    for entry in history['statements']:
        check_ed25519(decoded(entry['public_key']), statement_hash(entry), decoded(entry['signature']))


def check_operators(history, trusted_key):
    """The key changes only when the operator whom an offer names has accepted it with the new key."""
    current, offers, has_moved = trusted_key, {}, False
    for number, entry in enumerate(history['statements'], 1):
        require(
            current in (None, entry['public_key']), f'statement {number} was not signed by the operator of its time'
        )
        body, kind = entry['statement']['body'], entry['statement']['kind']
        if kind == 'TRANSFER_OFFERED':
            offers[statement_hash(entry).hex()] = body['operator_key']
        if kind == 'TRANSFER_ACCEPTED':
            decision = body['decision']
            require(decision['decision_version'] == 'BPC-DECISION-1', f'statement {number} has no decision')
            digest = hashlib.sha256(canonical(without(decision, 'signature'))).digest()
            check_ed25519(decoded(decision['public_key']), digest, decoded(decision['signature']))
            is_offered = offers.pop(decision['offer_hash'], None) == decision['public_key']
            require(decision['accepted'] is True and is_offered, f'statement {number} accepts what was not offered')
            current, has_moved = decision['public_key'], True
    keys = {entry['public_key'] for entry in history['statements']}
    require(trusted_key is not None or has_moved or len(keys) < 2, 'several keys; give the key of the operator')


def check_bundle_history(history, bundle):
    """A version that was made from readings names the length and the end of the history at that time."""
    require(bundle['receipt']['passport_id'] == history['passport_id'], 'the passport is of another battery')
    wanted = [fact['payload_hash'] for fact in bundle['snapshot']['facts'] if fact['fact_type'] == 'History']
    ends = (
        sha256(canonical({'count': number, 'head': statement_hash(entry).hex()}))
        for number, entry in enumerate(history['statements'], 1)
    )
    require(not wanted or wanted[0] in ends, 'the passport was made from statements that the history does not have')
