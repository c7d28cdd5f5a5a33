import type { TypedField, TypedRules } from '../check/typed.js';
import { type RuleComplaint, RuleFailure } from '../problem.js';
import { createLocator } from '../syntax/position.js';
import { valueJson } from '../values/value-json.js';
import { evaluateExpression } from './evaluate-expression.js';
import type { ComplianceEntry, EvaluatedField, Evaluation } from './evaluation.js';
import type { FactLookup } from './facts.js';
import type { ProofNode } from './proof-node.js';
import { type EarlierNodes, ProofRecorder } from './proof-recorder.js';
import { createRun, type Run, sized } from './run.js';

/**
 * Computes all fields of the rules from the facts, with the nodes that prove them. A pure function of its arguments. With `sharing`, an
 * earlier evaluation of the same rules makes it faster and changes nothing: fields whose facts are the same are taken over.
 */
export function evaluateRules(
  rules: TypedRules,
  facts: FactLookup,
  sharing?: { readonly earlier: EvaluationTrace | undefined },
): Evaluation {
  const earlier = sharing?.earlier;
  const proof = new ProofRecorder(earlier);
  const run = createRun({ facts, proof, demand: notComputed });
  const traces: FieldTrace[] = [];
  try {
    const fields = rules.fields.map((field, index) => {
      const before = { node: proof.nodes.length, steps: run.stepsLeft, compliance: run.compliance.length };
      const taken = earlier && takeOver(earlier.fields[index], proof, run);
      const [evaluated] = taken === undefined ? evaluateFields([field], run) : [taken];
      if (sharing !== undefined && earlier === undefined)
        traces.push(traceOf(evaluated as EvaluatedField, before, proof, run));
      return evaluated as EvaluatedField;
    });
    const trace = sharing && (earlier ?? { nodes: proof.nodes, known: proof.known, fields: traces });
    return { ok: true, fields, nodes: proof.nodes, same: proof.same, compliance: run.compliance, trace };
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error;
    return { ok: false, problem: createLocator(rules.parsed.source)(error.complaint) };
  }
}

/** What a field took, and what it depends on: other nodes, and facts. */
interface FieldTrace {
  readonly evaluated: EvaluatedField;
  readonly start: number;
  readonly end: number;
  /** Nodes before `start` that its nodes refer to. */
  readonly externals: readonly number[];
  /** Facts that were read for the first time. Null if a list of facts was: then it is always computed. */
  readonly reads: readonly FactRead[] | null;
  readonly steps: number;
  readonly compliance: readonly ComplianceEntry[];
}

interface FactRead {
  readonly type: string;
  readonly key: string;
  readonly hash: string | undefined;
}

/** An evaluation that later ones of the same rules can build on. */
export interface EvaluationTrace extends EarlierNodes {
  readonly fields: readonly FieldTrace[];
}

function traceOf(
  evaluated: EvaluatedField,
  before: { readonly node: number; readonly steps: number; readonly compliance: number },
  { nodes }: ProofRecorder,
  run: Run,
): FieldTrace {
  const own = nodes.slice(before.node);
  const children = own.flatMap((node) => node.children);
  const reads = own.filter(({ type }) => type === 'FACT_GET').map(({ data }) => data);
  return {
    ...{ evaluated, start: before.node, end: nodes.length, steps: before.steps - run.stepsLeft },
    externals: [...new Set(children.filter((child) => child < before.node))],
    reads: reads.some((data) => 'fact_key_prefix' in data) ? null : reads.map(readOf),
    compliance: run.compliance.slice(before.compliance),
  };
}

function readOf(data: ProofNode['data']): FactRead {
  const read = data as { fact_type: string; fact_key: string; result: { payload_hash: string } | null };
  return { type: read.fact_type, key: read.fact_key, hash: read.result?.payload_hash };
}

/** Takes over a field of an earlier evaluation, if everything that it depends on is the same. */
function takeOver(trace: FieldTrace | undefined, proof: ProofRecorder, run: Run): EvaluatedField | undefined {
  if (trace === undefined || trace.reads === null || trace.steps > run.stepsLeft) return undefined;
  const isSame = trace.reads.every(({ type, key, hash }) => hashIn(run.facts, type, key) === hash);
  if (!isSame || !proof.takeOver(trace.start, trace.end, trace.externals)) return undefined;
  const { evaluated } = trace;
  run.stepsLeft -= trace.steps;
  run.compliance.push(...trace.compliance);
  run.fields.set(evaluated.path, { value: evaluated.value, node: evaluated.node });
  return evaluated;
}

function hashIn(facts: FactLookup, type: string, key: string): string | undefined {
  return facts.hashOf === undefined ? facts.find(type, key)?.payloadHash : facts.hashOf(type, key);
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
