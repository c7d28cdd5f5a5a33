import { beforeAll, describe, expect, test } from 'vitest';
import { type BundleVerification, verifyBundle } from '../../../src/passport/bundle/verify-bundle.js';
import { cjsonBytes, parseExactJson, sha256Hex, signEd25519 } from '../../../src/platform/index.js';
import { GOLDEN_INPUTS } from '../golden/inputs.js';
import { makeBundle, SAMPLE_KEY } from '../golden/passport.js';

type Json = Record<string, unknown>;

const failed = ({ checks }: BundleVerification): string[] => checks.filter(({ ok }) => !ok).map(({ name }) => name);

describe('a bundle', () => {
  test.each(Object.entries(GOLDEN_INPUTS))('of the passport "%s" is valid', async (_, input) => {
    const verification = verifyBundle(await makeBundle(input), { publicKey: SAMPLE_KEY.publicKey });
    expect(failed(verification)).toEqual([]);
    expect(verification.ok).toBe(true);
    expect(verification.checks.map(({ name }) => name)).toEqual([
      'json',
      'proof',
      'canonical_form',
      'facts',
      'snapshot',
      'rules',
      'payload',
      'values',
      'fact_references',
      'receipt',
      'signature',
      'qr',
      'replay',
      'trusted_key',
    ]);
  });

  test('without facts and rules, the rest is verified', async () => {
    const { ok, checks } = verifyBundle(await makeBundle(GOLDEN_INPUTS.medium, false));
    expect(ok).toBe(true);
    expect(checks.map(({ name }) => name)).not.toContain('replay');
    expect(checks).toHaveLength(10);
  });

  test('a key other than the published one is noticed', async () => {
    const verification = verifyBundle(await makeBundle(GOLDEN_INPUTS.minimal), { publicKey: Buffer.alloc(32) });
    expect(failed(verification)).toEqual(['trusted_key']);
  });
});

describe('a changed byte is noticed', { timeout: 120_000 }, () => {
  let bundle: Buffer;
  beforeAll(async () => {
    bundle = await makeBundle(GOLDEN_INPUTS.minimal);
  });

  test('wherever it is', () => {
    const unnoticed: number[] = [];
    for (let at = 0; at < bundle.length; at += 1) {
      const changed = Buffer.from(bundle);
      changed[at]! ^= 1 << (at % 7);
      if (verifyBundle(changed, { replay: false }).ok) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
  });

  test('also if bytes are removed or added', () => {
    for (let at = 0; at < bundle.length; at += 37) {
      expect(verifyBundle(Buffer.concat([bundle.subarray(0, at), bundle.subarray(at + 1)])).ok).toBe(false);
      expect(verifyBundle(Buffer.concat([bundle.subarray(0, at), Buffer.from(' '), bundle.subarray(at)])).ok).toBe(
        false,
      );
    }
    expect(verifyBundle(Buffer.concat([bundle, Buffer.from('\n')])).ok).toBe(false);
  });

  const FORMS: readonly (readonly [RegExp, string])[] = [
    [/"children":\[(\d)/, '"children":[0$1'],
    [/"children":\[(\d+)\]/, '"children":[$1,]'],
    [/"children":\[\]/, '"children":[,]'],
    [/"children":\[\]/, '"children":[ ]'],
    [/},{"children"/, '} {"children"'],
    [/}\],"proof_version"/, '},],"proof_version"'],
    [/"id":1,/, '"id":01,'],
    [/"id":1,/, '"id":1.0,'],
    [/"type":"OP"}/, '"type":"OP" }'],
  ];
  test('also if only the form of the proof changes, and wherever the file ends', async () => {
    const text = (await makeBundle(GOLDEN_INPUTS.medium)).toString();
    for (const [pattern, form] of FORMS) {
      const changed = text.replace(pattern, form);
      expect([pattern, changed === text]).toEqual([pattern, false]);
      const [first] = failed(verifyBundle(Buffer.from(changed), { replay: false }));
      expect([pattern, first]).toEqual([pattern, isJson(changed) ? 'canonical_form' : 'json']);
    }
    for (let end = 0; end < bundle.length; end += 13)
      expect(failed(verifyBundle(bundle.subarray(0, end), { replay: false }))).toEqual(['json']);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Bundles that are canonical JSON again after a change, as a forger would write them. */
describe('a forged bundle', () => {
  const forged = async (change: (bundle: Json) => void, input = GOLDEN_INPUTS.medium): Promise<BundleVerification> => {
    const bundle = parseExactJson((await makeBundle(input)).toString()) as Json;
    change(bundle);
    return verifyBundle(cjsonBytes(bundle));
  };
  const at = (bundle: Json, ...path: (string | number)[]): Json =>
    path.reduce<unknown>((value, name) => (value as Json)[name], bundle) as Json;

  test.each<[string, (bundle: Json) => void, string[]]>([
    ['a fact', (b) => (at(b, 'facts', 0)['mass_kg'] = 1), ['facts', 'replay']],
    ['a missing fact', (b) => (b['facts'] as unknown[]).pop(), ['facts', 'replay']],
    [
      'the snapshot',
      (b) => (at(b, 'snapshot', 'facts', 0)['fact_key'] = 'bom:X'),
      ['snapshot', 'fact_references', 'replay'],
    ],
    ['the snapshot id', (b) => (at(b, 'snapshot')['snapshot_id'] = 'x'), ['snapshot']],
    ['the rules', (b) => (at(b, 'rules')['dsl'] = 'field a : Int = 1;'), ['rules', 'replay']],
    ['the tests', (b) => (at(b, 'rules')['tests'] = ''), ['rules']],
    ['a field', (b) => (at(b, 'payload', 'fields', 'identity')['sku'] = 'X'), ['payload', 'values']],
    ['a new field', (b) => (at(b, 'payload', 'fields')['extra'] = 1), ['payload', 'values']],
    ['the product', (b) => (at(b, 'payload', 'battery_product')['name'] = 'X'), ['payload', 'replay']],
    ['a compliance entry', (b) => (at(b, 'payload', 'compliance', 0)['status'] = 'FAIL'), ['payload', 'values']],
    ['the schema', (b) => (at(b, 'payload')['passport_schema'] = 'X'), ['payload']],
    [
      'the data of a node',
      (b) => (at(b, 'proof', 'nodes', 0, 'data')['value'] = 'X'),
      ['proof', 'values', 'fact_references', 'receipt'],
    ],
    [
      'the hash of a node',
      (b) => (at(b, 'proof', 'nodes', 0)['hash'] = '0'.repeat(64)),
      ['proof', 'values', 'fact_references', 'receipt'],
    ],
    [
      'the index',
      (b) => (at(b, 'proof', 'field_index')['identity.sku'] = 0),
      ['proof', 'values', 'fact_references', 'receipt'],
    ],
    ['the time', (b) => (at(b, 'receipt')['issued_at'] = '2020-01-01T00:00:00Z'), ['signature', 'qr']],
    ['the build', (b) => (at(b, 'receipt')['compiler_build_id'] = 'X'), ['signature', 'qr']],
    ['an extra member of the receipt', (b) => (at(b, 'receipt')['extra'] = 'X'), ['receipt', 'signature', 'qr']],
    ['the signature', (b) => (at(b, 'receipt')['signature'] = Buffer.alloc(64).toString('base64')), ['signature']],
    ['the public key', (b) => (b['public_key'] = Buffer.alloc(32, 9).toString('base64')), ['signature']],
    ['the QR code', (b) => (b['qr_payload'] = String(b['qr_payload']).replace('pv=0', 'pv=1')), ['qr']],
    ['an unknown member', (b) => (b['extra'] = 1), ['canonical_form']],
    ['a missing member', (b) => delete b['qr_payload'], ['canonical_form', 'qr']],
    ['the version', (b) => (b['bundle_version'] = 'BPC-BUNDLE-2'), ['canonical_form']],
    [
      'no receipt',
      (b) => (b['receipt'] = null),
      ['snapshot', 'rules', 'payload', 'receipt', 'signature', 'qr', 'replay'],
    ],
    ['no proof', (b) => (b['proof'] = []), ['proof', 'values', 'fact_references', 'receipt']],
    ['no payload', (b) => (b['payload'] = 1), ['payload', 'values', 'replay']],
  ])('%s: the right checks fail', async (_, change, names) => {
    expect(failed(await forged(change))).toEqual(names);
  });

  /** The forger has the private key: only the connection between the parts can give a lie away. */
  const signedAgain = (bundle: Json): void => {
    const { signature: _, ...unsigned } = {
      ...at(bundle, 'receipt'),
      payload_hash: sha256Hex(cjsonBytes(bundle['payload'])),
      proof_root_hash: at(bundle, 'proof')['root_hash'],
      snapshot_hash: sha256Hex(cjsonBytes(bundle['snapshot'])),
    } as Json;
    const hash = Buffer.from(sha256Hex(cjsonBytes(unsigned)), 'hex');
    bundle['receipt'] = { ...unsigned, signature: signEd25519(SAMPLE_KEY, hash).toString('base64') };
  };

  const rehashed = (bundle: Json): void => {
    const nodes = at(bundle, 'proof')['nodes'] as (Json & { children: number[]; hash: string })[];
    for (const node of nodes) {
      const { id, type, data, children } = node;
      node.hash = sha256Hex(
        cjsonBytes({ id, type, data, children_hashes: children.map((child) => nodes[child]!.hash) }),
      );
    }
    at(bundle, 'proof')['root_hash'] = nodes.at(-1)!.hash;
  };

  test('values that the proof does not have are noticed in a passport that is signed again', async () => {
    const verification = await forged((bundle) => {
      at(bundle, 'payload', 'fields', 'identity')['sku'] = 'X';
      signedAgain(bundle);
    });
    expect(failed(verification)).toEqual(['values', 'qr', 'replay']);
  });

  test('a proof that was changed with all its hashes is noticed by evaluating the rules again', async () => {
    const verification = await forged((bundle) => {
      const nodes = at(bundle, 'proof')['nodes'] as { data: Json }[];
      const node = nodes.find(({ data }) => data['field'] === 'identity.sku')!;
      node.data['value'] = 'X';
      at(bundle, 'payload', 'fields', 'identity')['sku'] = 'X';
      rehashed(bundle);
      signedAgain(bundle);
    });
    expect(failed(verification)).toEqual(['qr', 'replay']);
  });

  test.each<[string, (nodes: Json[]) => void, string]>([
    [
      'children after their parent',
      (nodes) => (nodes[0]!['children'] = [0]),
      'a child of node 0 is not a node before it',
    ],
    ['an unknown type', (nodes) => (nodes[0]!['type'] = 'MAGIC'), 'the type of node 0 is unknown'],
    ['a wrong id', (nodes) => (nodes[0]!['id'] = 7), 'node 0 has another id'],
    ['no root', (nodes) => nodes.pop(), 'the last node is not the root'],
    ['a root without a field', (nodes) => (nodes.at(-1)!['children'] as number[]).pop(), 'the root does not commit to'],
    [
      'a root with another child',
      (nodes) => (nodes.at(-1)!['children'] as number[]).push(0),
      'the root has other children than the fields',
    ],
    ['data that is no object', (nodes) => (nodes[0]!['data'] = 1), 'the data of node 0 is not a JSON object'],
  ])('a proof with %s is refused', async (_, change, reason) => {
    const verification = await forged((bundle) => {
      change(at(bundle, 'proof')['nodes'] as Json[]);
      rehashed(bundle);
      signedAgain(bundle);
    });
    expect(verification.checks.find(({ name }) => name === 'proof')).toMatchObject({ ok: false });
    expect(verification.checks.find(({ name }) => name === 'proof')!.reason).toContain(reason);
  });

  test('a fact that the snapshot does not have is noticed', async () => {
    const verification = await forged((bundle) => {
      const nodes = at(bundle, 'proof')['nodes'] as { type: string; data: Json }[];
      nodes.find(({ type }) => type === 'FACT_GET')!.data['result'] = { payload_hash: '0'.repeat(64) };
      rehashed(bundle);
      signedAgain(bundle);
    });
    expect(failed(verification)).toEqual(['fact_references', 'qr', 'replay']);
  });
});

describe('what is not a bundle', { timeout: 60_000 }, () => {
  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['a number', '1'],
    ['broken JSON', '{"a":'],
    ['an empty object', '{}'],
    ['deep nesting', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['deep nesting in a member', `{"proof":${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}}`],
    ['a member called __proto__', '{"__proto__":{"receipt":{}}}'],
    ['fields inside of each other', '{"proof":{"field_index":{"a":0,"a.b":1},"nodes":[]}}'],
  ])('%s is refused without a crash', (_, text) => {
    const { ok, checks } = verifyBundle(Buffer.from(text));
    expect(ok).toBe(false);
    expect(checks.some((check) => !check.ok && check.reason !== '')).toBe(true);
  });

  test('bytes that are not UTF-8 and files that are too large', () => {
    expect(verifyBundle(Buffer.from([0xff])).checks[0]!.reason).toBe('the file is not text in UTF-8');
    expect(verifyBundle(Buffer.alloc(64 * 1_024 * 1_024 + 1, ' ')).checks[0]!.reason).toBe(
      'the file has more than 67108864 bytes',
    );
  });
});
