import { createClosure } from '../check/field-closure.js';
import type { TypedField, TypedRules } from '../check/typed.js';
import { evaluateFields } from '../evaluate/evaluate-rules.js';
import type { FactLookup } from '../evaluate/facts.js';
import { createRun, type Derived, type Run } from '../evaluate/run.js';
import { RULE_LIMITS } from '../limits.js';
import { RuleFailure, type Span } from '../problem.js';

/** What all cases of a run share. */
export interface TestRun {
  readonly rules: TypedRules;
  /** Evaluates something with some facts. Fields are computed when they are needed. */
  evaluate<T>(facts: FactLookup, span: Span, work: (run: Run) => T): T;
}

/** What a case costs besides its expressions: values and facts. */
const STEPS_PER_CASE = 20;

export function createTestRun(rules: TypedRules, maxSteps: number): TestRun {
  const closure = createClosure(rules.fields);
  let stepsLeft = maxSteps;
  const demand = (path: string, run: Run): Derived => computed(path, run, closure(path));
  return {
    rules,
    evaluate(facts, span, work) {
      const run = createRun({ facts, proof: null, demand });
      stepsLeft -= STEPS_PER_CASE;
      if (stepsLeft < 0) throw outOfSteps(span, maxSteps);
      try {
        return work(run);
      } finally {
        stepsLeft -= RULE_LIMITS.steps - run.stepsLeft;
      }
    },
  };
}

/** Computes a field and those it needs, and returns to the expression that needed it. */
function computed(path: string, run: Run, needed: readonly TypedField[]): Derived {
  const { frame, field } = run;
  evaluateFields(
    needed.filter((one) => !run.fields.has(one.path)),
    run,
  );
  run.frame = frame;
  run.field = field;
  return run.fields.get(path) as Derived;
}

function outOfSteps(span: Span, maxSteps: number): RuleFailure {
  return new RuleFailure({
    code: 'RULE_LIMIT_EXCEEDED',
    message: `The tests need more than ${maxSteps} steps together`,
    span,
  });
}
