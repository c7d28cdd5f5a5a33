import type { TypedField, TypedRules } from '../check/typed.js';
import { type RuleComplaint, RuleFailure } from '../problem.js';
import { createLocator } from '../syntax/position.js';
import { valueJson } from '../values/value-json.js';
import { evaluateExpression } from './evaluate-expression.js';
import type { EvaluatedField, Evaluation } from './evaluation.js';
import type { FactLookup } from './facts.js';
import { ProofRecorder } from './proof-recorder.js';
import { createRun, type Run, sized } from './run.js';

/** Computes all fields of the rules from the facts, with the nodes that prove them. A pure function of its arguments. */
export function evaluateRules(rules: TypedRules, facts: FactLookup): Evaluation {
  const proof = new ProofRecorder();
  const run = createRun({ facts, proof, demand: notComputed });
  try {
    const fields = evaluateFields(rules.fields, run);
    return { ok: true, fields, nodes: proof.nodes, compliance: run.compliance };
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error;
    return { ok: false, problem: createLocator(rules.parsed.source)(error.complaint) };
  }
}

/** All fields are computed in dependency order, so none is missing when it is needed. */
function notComputed(path: string): never {
  throw new Error(`The field ${path} is not computed yet`);
}

/** Computes fields that are in dependency order. Throws a RuleFailure that names the field. */
export function evaluateFields(fields: readonly TypedField[], run: Run): EvaluatedField[] {
  return fields.map((field) => {
    try {
      return evaluateField(field, run);
    } catch (error) {
      if (!(error instanceof RuleFailure)) throw error;
      throw new RuleFailure(inField(error.complaint, field));
    }
  });
}

function inField(complaint: RuleComplaint, { path }: TypedField): RuleComplaint {
  return { ...complaint, field: path };
}

function evaluateField(field: TypedField, run: Run): EvaluatedField {
  const { path, type, body, span, slots } = field;
  run.field = path;
  run.frame = Array.from({ length: slots });
  const { value, node: valueNode } = evaluateExpression(body, run);
  const { proof } = run;
  const node = proof === null ? -1 : sized(span, () => proof.emitField(path, valueJson(value), valueNode));
  run.fields.set(path, { value, node });
  return { path, type, value, node };
}
