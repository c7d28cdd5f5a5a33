import { cjsonBytes, cjsonText, sha256Hex } from '../../src/platform/index.js';
import type { EvaluatedRules, PassportInput } from '../../src/passport/compile/assemble-passport.js';
import type { ProofNode } from '../../src/passport/rules/evaluate/proof-node.js';
import { sealSnapshot, type SnapshotFact } from '../../src/passport/snapshot/snapshot.js';

/** A fact with its canonical bytes and hash. */
export function sampleFact(factType: string, factKey: string, payload: Record<string, unknown>): SnapshotFact {
  const payloadCanonical = cjsonBytes(payload);
  return { factType, factKey, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

export const SAMPLE_FACTS = [
  sampleFact('Battery', 'battery:EV-1', { sku: 'EV-1', capacity_kwh: '75.500', mass_kg: 450 }),
  sampleFact('PCF', 'pcf:EV-1', { sku: 'EV-1', total_gco2e: 4530000 }),
];

export const SAMPLE_INPUT: PassportInput = {
  tenantId: 'default',
  passportId: '0190a0b0-0000-7000-8000-000000000001',
  passportVersionId: '0190a0b0-0000-7000-8000-000000000002',
  product: { id: '0190a0b0-0000-7000-8000-000000000003', sku: 'EV-1', name: 'Traction battery "Älv" 75' },
  snapshot: sealSnapshot('0190a0b0-0000-7000-8000-000000000004', SAMPLE_FACTS),
  rulePackageVersionId: '0190a0b0-0000-7000-8000-000000000005',
  dslSha256: sha256Hex('field a.b: Int = 1;'),
  testsSha256: sha256Hex(''),
  issuedAt: '2026-11-17T12:00:00.000000Z',
  compilerBuildId: 'test-build',
  signingKeyId: 'dev-key-1',
};

export function proofNode(
  id: number,
  type: ProofNode['type'],
  data: ProofNode['data'],
  children: readonly number[],
): ProofNode {
  return { id, type, data, dataText: cjsonText(data), children };
}

/** Two fields, written by hand. */
export const SAMPLE_EVALUATION: EvaluatedRules = {
  nodes: [
    proofNode(0, 'CONST', { value: 'battery:EV-1' }, []),
    proofNode(1, 'OP', { op: 'toDec', value: '75.500000' }, [0]),
    proofNode(2, 'FIELD_REF', { field: 'battery.capacity_kwh', value: '75.500000' }, [1]),
    proofNode(3, 'CONST', { value: 12345678901234567890n }, []),
    proofNode(4, 'FIELD_REF', { field: 'battery.serial', value: 12345678901234567890n }, [3]),
  ],
  fields: [
    {
      path: 'battery.capacity_kwh',
      type: { kind: 'Dec', scale: 6 },
      value: { kind: 'Dec', units: 75500000n, scale: 6 },
      node: 2,
    },
    { path: 'battery.serial', type: { kind: 'Int' }, value: { kind: 'Int', value: 12345678901234567890n }, node: 4 },
  ],
  compliance: [{ clause: 'Art. 77', status: 'PASS', evidence: 'capacity', field: 'battery.capacity_kwh', node: 2 }],
};
