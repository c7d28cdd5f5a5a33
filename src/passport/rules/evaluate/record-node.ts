import type { Span } from '../problem.js';
import { isObject } from '../values/cast.js';
import { textSize } from '../values/size.js';
import { valueJson } from '../values/value-json.js';
import type { FactJson, Value } from '../values/value.js';
import type { ProofNode } from './proof-node.js';
import { type Derived, type Run, sized, spend } from './run.js';

/** The node of an evaluation without a proof. */
const NO_NODE = -1;

/** A node takes longer than the operation that it records. */
const STEPS_PER_NODE = 9;

/** A value with the OP node that computes it. */
export function operation(
  run: Run,
  op: string,
  value: Value,
  children: readonly Derived[],
  span: Span,
  more: ProofNode['data'] = {},
): Derived {
  if (run.proof === null) return { value, node: NO_NODE };
  return { value, node: emit(run, 'OP', { op, ...more, ...summary(run, value, span) }, children, span) };
}

/** A value with its CONST node. */
export function constant(run: Run, value: Value, span: Span): Derived {
  if (run.proof === null) return { value, node: NO_NODE };
  return { value, node: emit(run, 'CONST', { value: valueJson(value) }, [], span) };
}

export function emit(
  run: Run,
  type: 'CONST' | 'FACT_GET' | 'OP' | 'ASSERT',
  data: ProofNode['data'],
  children: readonly Derived[],
  span: Span,
): number {
  const { proof } = run;
  if (proof === null) return NO_NODE;
  spend(run, stepsOf(data), span);
  return sized(span, () =>
    proof.emit(
      type,
      data,
      children.map(({ node }) => node),
    ),
  );
}

/** A COMPLIANCE_EMIT node, which is an event: two equal ones are two nodes. */
export function emitCompliance(run: Run, data: ProofNode['data'], children: readonly Derived[], span: Span): number {
  const { proof } = run;
  if (proof === null) return NO_NODE;
  return sized(span, () =>
    proof.emitEvent(
      'COMPLIANCE_EMIT',
      data,
      children.map(({ node }) => node),
    ),
  );
}

/** A scalar as it is; of anything larger, how many values it has. The field's node has the whole value. */
function summary(run: Run, value: Value, span: Span): { value: FactJson } | { count: number } {
  if (value.kind === 'List') return { count: value.items.length };
  if (value.kind === 'Record') return { count: value.members.size };
  const json = valueJson(value);
  if (value.kind === 'Any' && Array.isArray(json)) return { count: json.length };
  if (value.kind === 'Any' && isObject(json)) {
    const count = Object.keys(json).length;
    spend(run, count, span);
    return { count };
  }
  return { value: json };
}

/** A long text is written into every node that passes it on, and so are the digits of a long number. */
function stepsOf(data: ProofNode['data']): number {
  let steps = STEPS_PER_NODE;
  for (const name of Object.keys(data)) {
    const member = data[name];
    if (typeof member === 'string') steps += textSize(member) - 1;
    else if (typeof member === 'bigint') steps += STEPS_PER_NODE;
  }
  return steps;
}
