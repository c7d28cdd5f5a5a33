import type { RuleProblem } from '../problem.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';
import type { EvaluationTrace } from './evaluate-rules.js';
import type { ProofNode } from './proof-node.js';

/** What the rules say about some facts, or why they say nothing. */
export type Evaluation =
  | {
      readonly ok: true;
      /** In dependency order. A missing optional value is none. */
      readonly fields: readonly EvaluatedField[];
      readonly nodes: readonly ProofNode[];
      readonly compliance: readonly ComplianceEntry[];
      /** Which nodes, with everything below them, are those of the earlier evaluation. */
      readonly same: readonly boolean[];
      /** What later evaluations of the same rules can build on: of the earlier evaluation, or of this one. */
      readonly trace: EvaluationTrace | undefined;
    }
  | { readonly ok: false; readonly problem: RuleProblem };

export interface EvaluatedField {
  readonly path: string;
  readonly type: Type;
  readonly value: Value;
  /** The id of its FIELD_REF node. */
  readonly node: number;
}

/** One `emitCompliance`, in the order of evaluation. */
export interface ComplianceEntry {
  readonly clause: string;
  readonly status: string;
  readonly evidence: string;
  readonly field: string;
  readonly node: number;
}
