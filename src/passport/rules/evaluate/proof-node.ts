import type { FactJson } from '../values/value.js';

export type ProofNodeType = 'CONST' | 'FACT_GET' | 'FIELD_REF' | 'OP' | 'ASSERT' | 'COMPLIANCE_EMIT';

/** A node of BPC-PROOF-1 without its hash. Ids count from 0 in the order of emission; children have lower ids. */
export interface ProofNode {
  readonly id: number;
  readonly type: ProofNodeType;
  readonly data: { readonly [name: string]: FactJson };
  /** The canonical text of `data` (BPC-CJSON-1). It is encoded once, to find equal nodes, for the hash and for the proof. */
  readonly dataText: string;
  readonly children: readonly number[];
}
