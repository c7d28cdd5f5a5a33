import { describe, expect, test } from 'vitest';
import { assemblePassport } from '../../../src/passport/compile/assemble-passport.js';
import { artefactLimits } from '../../../src/passport/compile/limits.js';
import { cjsonText, parseExactJson, sha256Hex } from '../../../src/platform/index.js';
import { proofNode, SAMPLE_EVALUATION, SAMPLE_INPUT } from '../sample.js';

const NOTHING = { fields: [], nodes: [], compliance: [] };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('the artefacts of a passport', () => {
  const compiled = assemblePassport(SAMPLE_INPUT, SAMPLE_EVALUATION);

  test('the payload nests fields by path and has no time in it', () => {
    expect(text(compiled.payloadCanonical)).toBe(
      '{"battery_product":{"id":"0190a0b0-0000-7000-8000-000000000003","name":"Traction battery \\"Älv\\" 75","sku":"EV-1"},' +
        '"compliance":[{"clause":"Art. 77","evidence":"capacity","status":"PASS"}],' +
        '"fields":{"battery":{"capacity_kwh":"75.500000","serial":12345678901234567890}},"passport_schema":"BPC-PASSPORT-1"}',
    );
    expect(compiled.payloadHash).toBe(sha256Hex(compiled.payloadCanonical));
  });

  test('every artefact is in canonical form', () => {
    for (const bytes of [compiled.payloadCanonical, compiled.proofCanonical, compiled.receiptCanonical]) {
      expect(cjsonText(parseExactJson(text(bytes)))).toBe(text(bytes));
    }
  });

  test('the proof ends with a root over all fields, and every hash can be computed again', () => {
    const proof = parseExactJson(text(compiled.proofCanonical)) as {
      nodes: { id: number; type: string; data: unknown; children: number[]; hash: string }[];
      field_index: object;
      root_hash: string;
      proof_version: string;
    };
    expect(proof.proof_version).toBe('BPC-PROOF-1');
    expect(proof.field_index).toEqual({ 'battery.capacity_kwh': 2, 'battery.serial': 4 });
    expect(proof.nodes.at(-1)).toMatchObject({ id: 5, type: 'OP', data: { op: 'ROOT' }, children: [2, 4] });
    for (const { id, type, data, children, hash } of proof.nodes) {
      const children_hashes = children.map((child) => proof.nodes[child]!.hash);
      expect(hash).toBe(sha256Hex(cjsonText({ id, type, data, children_hashes })));
    }
    expect(proof.root_hash).toBe(proof.nodes.at(-1)!.hash);
    expect(compiled.proofRootHash).toBe(proof.root_hash);
  });

  test('the receipt has every member of BPC-RECEIPT-1 but the signature', () => {
    expect(JSON.parse(text(compiled.receiptCanonical))).toEqual({
      receipt_version: 'BPC-RECEIPT-1',
      issued_at: '2026-11-17T12:00:00.000000Z',
      tenant_id: 'default',
      passport_version_id: SAMPLE_INPUT.passportVersionId,
      passport_id: SAMPLE_INPUT.passportId,
      battery_product_id: SAMPLE_INPUT.product.id,
      snapshot_id: SAMPLE_INPUT.snapshot.snapshotId,
      snapshot_hash: SAMPLE_INPUT.snapshot.hash,
      rule_package_version_id: SAMPLE_INPUT.rulePackageVersionId,
      dsl_sha256: SAMPLE_INPUT.dslSha256,
      tests_sha256: SAMPLE_INPUT.testsSha256,
      compiler_build_id: 'test-build',
      payload_hash: compiled.payloadHash,
      proof_root_hash: compiled.proofRootHash,
      signature_alg: 'ED25519',
      signing_key_id: 'dev-key-1',
    });
    expect(compiled.receiptHash).toBe(sha256Hex(compiled.receiptCanonical));
  });

  test('without rules, a passport has no fields, and its proof only the root', () => {
    const empty = assemblePassport(SAMPLE_INPUT, NOTHING);
    expect(JSON.parse(text(empty.payloadCanonical))).toMatchObject({ fields: {}, compliance: [] });
    const root = sha256Hex('{"children_hashes":[],"data":{"op":"ROOT"},"id":0,"type":"OP"}');
    expect(text(empty.proofCanonical)).toBe(
      `{"field_index":{},"nodes":[{"children":[],"data":{"op":"ROOT"},"hash":"${root}","id":0,"type":"OP"}],"proof_version":"BPC-PROOF-1","root_hash":"${root}"}`,
    );
  });

  test('a field without a value is left out, and a field may be called __proto__', () => {
    const field = { type: { kind: 'Int' }, node: 0 } as const;
    const evaluated = {
      nodes: [proofNode(0, 'CONST', { value: 1 }, [])],
      compliance: [],
      fields: [
        { ...field, path: 'a.none', value: { kind: 'None' } },
        { ...field, path: '__proto__.polluted', value: { kind: 'Int', value: 1n } },
        { ...field, path: 'b.constructor', value: { kind: 'Int', value: 2n } },
      ],
    } as const;
    const { payloadCanonical, proofCanonical } = assemblePassport(SAMPLE_INPUT, evaluated);
    expect(text(payloadCanonical)).toContain('"fields":{"__proto__":{"polluted":1},"b":{"constructor":2}}');
    expect(text(proofCanonical)).toContain('"field_index":{"__proto__.polluted":0,"a.none":0,"b.constructor":0}');
  });

  test.each(['2026-11-17 12:00:00Z', '2026-11-17T12:00:00+01:00', '2026-13-01T00:00:00Z', ''])(
    'issued_at cannot be %j',
    (issuedAt) => {
      expect(() => assemblePassport({ ...SAMPLE_INPUT, issuedAt }, NOTHING)).toThrow('issued_at is not a time in UTC');
    },
  );
});

describe('limits', () => {
  const evaluated = (value: string) => ({
    nodes: [proofNode(0, 'CONST', { value }, [])] as const,
    fields: [{ path: 'a', type: { kind: 'Text' }, value: { kind: 'Text', value }, node: 0 }] as const,
    compliance: [],
  });

  test('a payload of 131,072 bytes fits, and one more is too large', () => {
    const room = 131_072 - assemblePassport(SAMPLE_INPUT, evaluated('')).payloadCanonical.length;
    expect(assemblePassport(SAMPLE_INPUT, evaluated('x'.repeat(room))).payloadCanonical).toHaveLength(131_072);
    expect(() => assemblePassport(SAMPLE_INPUT, evaluated('x'.repeat(room + 1)))).toThrow(
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        message: 'the payload of the passport has 131073 bytes, and the limit is 131072',
      }),
    );
  });

  test('a proof above 262,144 bytes is too large', () => {
    const nodes = Array.from({ length: 3_000 }, (_, id) => proofNode(id, 'CONST', { value: id }, []));
    expect(() => assemblePassport(SAMPLE_INPUT, { ...NOTHING, nodes })).toThrow(
      expect.objectContaining({ code: 'PROOF_TOO_LARGE' }),
    );
  });

  test('a receipt above 16,384 bytes is too large', () => {
    expect(() => assemblePassport({ ...SAMPLE_INPUT, compilerBuildId: 'b'.repeat(16_384) }, NOTHING)).toThrow(
      expect.objectContaining({ code: 'RECEIPT_TOO_LARGE' }),
    );
  });

  test('a configuration may lower the limits, not raise them', () => {
    expect(artefactLimits()).toEqual({ payload: 131_072, proof: 262_144, receipt: 16_384 });
    const limits = artefactLimits({ payload: 100, proof: 20_000_000, receipt: 500_000 });
    expect(limits).toEqual({ payload: 100, proof: 262_144, receipt: 16_384 });
    expect(() => assemblePassport({ ...SAMPLE_INPUT, limits }, NOTHING)).toThrow('and the limit is 100');
  });
});
