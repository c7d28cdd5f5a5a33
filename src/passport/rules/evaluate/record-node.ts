import type { Span } from '../problem.js';
import { isObject } from '../values/cast.js';
import { textSize } from '../values/size.js';
import { valueJson } from '../values/value-json.js';
import type { Value } from '../values/value.js';
import type { ProofNode } from './proof-node.js';
import { type ConstantNode, constantNode } from './proof-recorder.js';
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
  more?: ProofNode['data'],
): Derived {
  if (run.proof === null) return { value, node: NO_NODE };
  const count = countOf(run, value, span);
  // Copying members into an object took as long as encoding it, and most operations have none of their own.
  if (more !== undefined) {
    const result = count === undefined ? { value: valueJson(value) } : { count };
    return { value, node: emit(run, 'OP', { op, ...more, ...result }, children, span) };
  }
  const data = count === undefined ? { op, value: valueJson(value) } : { count, op };
  return { value, node: emit(run, 'OP', data, children, span) };
}

/** The nodes of the constants of rules. Rules are checked once and evaluated for many batteries. */
const constants = new WeakMap<Value, ConstantNode & { readonly steps: number }>();

/** A value of a rule with its CONST node. */
export function constant(run: Run, value: Value, span: Span): Derived {
  const { proof } = run;
  if (proof === null) return { value, node: NO_NODE };
  let node = constants.get(value);
  if (node === undefined) {
    const made = constantNode(valueJson(value));
    node = { ...made, steps: stepsOf(made.data) };
    constants.set(value, node);
  }
  const known = node;
  spend(run, known.steps, span);
  return { value, node: sized(span, () => proof.emitConstant(known)) };
}

export function emit(
  run: Run,
  type: 'OP' | 'ASSERT',
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

/** A FACT_GET node. `data` is called if there is no equal node yet. */
export function emitRead(
  run: Run,
  reader: 'getFact' | 'getFactsByPrefix',
  data: () => ProofNode['data'],
  children: readonly Derived[],
  span: Span,
): number {
  const { proof } = run;
  if (proof === null) return NO_NODE;
  spend(run, STEPS_PER_NODE, span);
  const ids = children.map(({ node }) => node);
  return sized(span, () => proof.emitRead(reader, ids, data));
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

/** How many values a list or record has: its node contains only this. Undefined for a scalar. The field's node has the whole value. */
function countOf(run: Run, value: Value, span: Span): number | undefined {
  if (value.kind === 'List') return value.items.length;
  if (value.kind === 'Record') return value.members.size;
  if (value.kind !== 'Any') return undefined;
  if (Array.isArray(value.json)) return value.json.length;
  if (!isObject(value.json)) return undefined;
  const count = Object.keys(value.json).length;
  spend(run, count, span);
  return count;
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
