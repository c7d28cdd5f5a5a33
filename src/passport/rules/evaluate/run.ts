import { RULE_LIMITS } from '../limits.js';
import { type RuleComplaint, RuleFailure, type Span } from '../problem.js';
import { powerOfTen } from '../values/decimal.js';
import { SizeExceeded } from '../values/size.js';
import type { Value } from '../values/value.js';
import type { ComplianceEntry } from './evaluation.js';
import type { FactLookup } from './facts.js';
import { ProofExceeded, type ProofRecorder } from './proof-recorder.js';

/** A value and the proof node that derives it. */
export interface Derived {
  readonly value: Value;
  readonly node: number;
}

/** One evaluation: what it reads, what it has computed, and what it may still spend. */
export interface Run {
  readonly facts: FactLookup;
  /** Null if no proof is wanted. */
  readonly proof: ProofRecorder | null;
  /** Fields that are computed. */
  readonly fields: Map<string, Derived>;
  /** Computes a field that is not: tests compute only what they mention. */
  readonly demand: (path: string, run: Run) => Derived;
  readonly compliance: ComplianceEntry[];
  /** The field that is computed. */
  field: string;
  /** Its local values. */
  frame: Derived[];
  stepsLeft: number;
}

export function createRun(options: Pick<Run, 'facts' | 'proof' | 'demand'>): Run {
  return { ...options, fields: new Map(), compliance: [], field: '', frame: [], stepsLeft: RULE_LIMITS.steps };
}

export function evaluationFailure(
  code: RuleComplaint['code'],
  span: Span,
  message: string,
  more: Pick<RuleComplaint, 'why' | 'hints' | 'ruleCode'> = {},
): RuleFailure {
  return new RuleFailure({ code, span, message, ...more });
}

/** Takes steps from the budget of the run. */
export function spend(run: Run, steps: number, span: Span): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft >= 0) return;
  throw evaluationFailure('RULE_LIMIT_EXCEEDED', span, `The rules need more than ${RULE_LIMITS.steps} steps`, {
    why: 'The number of steps is limited, so that every evaluation ends in bounded time.',
    hints: ['Functions over lists inside functions over lists multiply. Compute the inner one once, with let.'],
  });
}

const TOO_LARGE = powerOfTen(RULE_LIMITS.digits);

const LARGE = powerOfTen(60);
const STEPS_PER_LARGE_NUMBER = 20;

/** The number, unless it has too many digits. Long numbers take more steps, because their operations take longer. */
export function bounded(run: Run, units: bigint, span: Span): bigint {
  if (units < LARGE && units > -LARGE) return units;
  spend(run, STEPS_PER_LARGE_NUMBER, span);
  if (units < TOO_LARGE && units > -TOO_LARGE) return units;
  throw evaluationFailure('RULE_LIMIT_EXCEEDED', span, `A number has more than ${RULE_LIMITS.digits} digits`);
}

/** Does something that may exceed the size of a value or of the proof, and reports where. */
export function sized<T>(span: Span, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SizeExceeded) {
      throw evaluationFailure(
        'RULE_LIMIT_EXCEEDED',
        span,
        `A value contains more than ${RULE_LIMITS.valueSize} values`,
      );
    }
    if (error instanceof ProofExceeded) {
      throw evaluationFailure('RULE_LIMIT_EXCEEDED', span, `The proof has more than ${RULE_LIMITS.proofNodes} nodes`);
    }
    throw error;
  }
}
