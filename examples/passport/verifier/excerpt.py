"""An excerpt for an audience (BPC-EXCERPT-1): a part of the signed proof."""

from verifier.bundle import check_signature, check_trusted_key
from verifier.values import Checks, canonical, read_json, require, sha256


def verify_excerpt(data, trusted_key=None):
    checks = Checks()
    excerpt = checks.run('canonical_form', read_excerpt, data)
    if excerpt is not None:
        checks.run('fields', check_fields, excerpt)
        checks.run('signature', check_signature, excerpt)
        check_trusted_key(checks, excerpt, trusted_key)
    return checks.results


def read_excerpt(data):
    excerpt = read_json(data)
    require(excerpt.get('excerpt_version') == 'BPC-EXCERPT-1', 'the version of the excerpt is unknown')
    require(canonical(excerpt) == data, 'the file is not in canonical form')
    return excerpt


def check_fields(excerpt):
    """Shown values and the hashes of hidden ones give the root that was signed."""
    hashes = [field_hash(field) for field in excerpt['fields']]
    content = {'id': excerpt['root_id'], 'type': 'OP', 'data': {'op': 'ROOT'}, 'children_hashes': hashes}
    require(
        sha256(canonical(content)) == excerpt['receipt']['proof_root_hash'], 'the values are not those of the receipt'
    )


def field_hash(field):
    if 'path' not in field:
        return field['hash']
    data = {'field': field['path'], 'value': field['value']}
    content = {'id': field['id'], 'type': 'FIELD_REF', 'data': data, 'children_hashes': field['children_hashes']}
    return sha256(canonical(content))
