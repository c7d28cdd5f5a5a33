import type { PlainBuiltin, TypedCall, TypedExpression } from '../check/typed.js';
import type { Span } from '../problem.js';
import { conversion } from '../types/units.js';
import { anyValue, isObject, numberOf, shown } from '../values/cast.js';
import { compareValues, numberOfValue } from '../values/compare.js';
import { type Decimal, rescaled } from '../values/decimal.js';
import { listValue, sizeOf } from '../values/size.js';
import { TEXT_FORMATS } from '../values/text-formats.js';
import { boolValue, type FactJson, NONE, QTY_SCALE, TRUE, type Value } from '../values/value.js';
import { applyToList } from './apply-to-list.js';
import type { ProofNode } from './proof-node.js';
import { emit, emitCompliance, emitRead, operation } from './record-node.js';
import { bounded, type Derived, evaluationFailure, type Run, sized, spend } from './run.js';

export type Evaluate = (expression: TypedExpression, run: Run) => Derived;
type Call = TypedExpression & TypedCall;

/** Calls a built-in function. `evaluate` computes its arguments. */
export function applyBuiltin(call: Call, run: Run, evaluate: Evaluate): Derived {
  const { span } = call;
  switch (call.kind) {
    case 'call':
      return PLAIN[call.name](
        call.args.map((arg) => evaluate(arg, run)),
        run,
        span,
      );
    case 'toDec': {
      const operand = evaluate(call.operand, run);
      const { units, scale } = number(operand.value, span);
      const value: Value = {
        kind: 'Dec',
        units: bounded(run, rescaled(units, scale, call.scale), span),
        scale: call.scale,
      };
      return operation(run, 'toDec', value, [operand], span, { scale: call.scale });
    }
    case 'toQty': {
      const operand = evaluate(call.operand, run);
      const { units, scale } = number(operand.value, span);
      const value: Value = {
        kind: 'Qty',
        units: bounded(run, rescaled(units, scale, QTY_SCALE), span),
        unit: call.unit,
      };
      return operation(run, 'toQty', value, [operand], span);
    }
    case 'convert':
      return convert(call, run, evaluate);
    case 'sumQty':
    case 'sumDec':
      return sum(call, run, evaluate);
    case 'map':
    case 'filter':
    case 'fold':
      return applyToList(call, run, evaluate);
  }
}

const PLAIN: Readonly<Record<PlainBuiltin, (args: readonly Derived[], run: Run, span: Span) => Derived>> = {
  getFact(args, run, span) {
    const [type, key] = texts(args);
    const fact = run.facts.find(type, key);
    const result = fact === undefined ? null : { payload_hash: fact.payloadHash };
    const node = emitRead(run, 'getFact', () => ({ fact_key: key, fact_type: type, result }), args, span);
    return { value: fact === undefined ? NONE : { kind: 'Any', json: fact.payload }, node };
  },

  getFactsByPrefix(args, run, span) {
    const [type, prefix] = texts(args);
    const facts = run.facts.withPrefix(type, prefix);
    spend(run, facts.length, span);
    const result = facts.map(({ key, payloadHash }) => ({ fact_key: key, payload_hash: payloadHash }));
    const data = (): ProofNode['data'] => ({ fact_key_prefix: prefix, fact_type: type, result });
    const node = emitRead(run, 'getFactsByPrefix', data, args, span);
    return { value: sized(span, () => listValue(facts.map(({ payload }) => anyValue(payload)))), node };
  },

  recordGet(args, run, span) {
    const [record, name] = args as [Derived, Derived];
    const member = (name.value as { value: string }).value;
    return operation(run, 'recordGet', memberOf(record.value, member), args, span);
  },

  isSome(args, run, span) {
    return operation(run, 'isSome', boolValue(args[0]?.value.kind !== 'None'), args, span);
  },

  unwrapOr(args, run, span) {
    const [given, otherwise] = args as [Derived, Derived];
    return operation(run, 'unwrapOr', given.value.kind === 'None' ? otherwise.value : given.value, args, span);
  },

  requireSome(args, run, span) {
    const [given, ...words] = args as [Derived, Derived, Derived];
    const [code, message] = texts(words);
    if (given.value.kind === 'None') {
      throw evaluationFailure('RULE_ASSERTION_FAILED', span, `${code}: ${message}`, {
        why: 'The value that requireSome demands is missing.',
        ruleCode: code,
      });
    }
    return { value: given.value, node: emit(run, 'ASSERT', { condition: true, error_code: code }, args, span) };
  },

  pluck(args, run, span) {
    const [records, name] = args as [Derived, Derived];
    const member = (name.value as { value: string }).value;
    const found = itemsOf(records.value).map((item) => memberOf(item, member));
    spend(run, found.length, span);
    const value = sized(span, () => listValue(found.filter(({ kind }) => kind !== 'None')));
    return operation(run, 'pluck', value, args, span);
  },

  between(args, run, span) {
    const [, low, high] = args.map(({ value }) => value) as [Value, Value, Value];
    const isBetween = (one: Value): boolean => compareValues(low, one) <= 0 && compareValues(one, high) <= 0;
    return testOfAll('between', isBetween, args, run, span);
  },

  isOneOf(args, run, span) {
    const options = itemsOf((args[1] as Derived).value);
    const isOption = (one: Value): boolean => options.some((option) => compareValues(option, one) === 0);
    return testOfAll('isOneOf', isOption, args, run, span);
  },

  hasFormat(args, run, span) {
    const format = TEXT_FORMATS[((args[1] as Derived).value as { value: string }).value] as (text: string) => boolean;
    return testOfAll('hasFormat', (one) => format((one as { value: string }).value), args, run, span);
  },

  contains(args, run, span) {
    const [text, part] = texts(args).map((each) => each.toLowerCase()) as [string, string];
    return operation(run, 'contains', boolValue(text.includes(part)), args, span);
  },

  emitCompliance(args, run, span) {
    const [clause, status, evidence] = texts(args);
    const node = emitCompliance(run, { id: clause, status, evidence }, args, span);
    run.compliance.push({ clause, status, evidence, field: run.field, node });
    return { value: TRUE, node };
  },
};

/** Tests one value, or every item of a list. A missing value passes. */
function testOfAll(
  name: PlainBuiltin,
  passes: (value: Value) => boolean,
  args: readonly Derived[],
  run: Run,
  span: Span,
): Derived {
  const items = itemsOf((args[0] as Derived).value);
  // Each item may be compared with all of the other arguments.
  const others = args.slice(1).reduce((total, { value }) => total + sizeOf(value), 0);
  spend(
    run,
    items.reduce((total, item) => total + sizeOf(item) + others, 0),
    span,
  );
  return operation(run, name, boolValue(items.every(passes)), args, span);
}

/** The items of a list, the value itself, or nothing. */
function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'None') return [];
  if (value.kind === 'Any' && Array.isArray(value.json)) return (value.json as readonly FactJson[]).map(anyValue);
  return value.kind === 'List' ? value.items : [value];
}

/** The values of arguments that the checker has found to be texts. */
function texts(args: readonly Derived[]): [string, string, string] {
  return args.map(({ value }) => (value as { value: string }).value) as [string, string, string];
}

function memberOf(record: Value, name: string): Value {
  if (record.kind === 'Record') return record.members.get(name) ?? NONE;
  const json = record.kind === 'Any' && isObject(record.json) ? record.json : {};
  return Object.hasOwn(json, name) ? anyValue(json[name] as FactJson) : NONE;
}

/** A number, or a part of a fact that is one. */
function number(value: Value, span: Span): Decimal {
  if (value.kind === 'Int' || value.kind === 'Dec') return numberOfValue(value);
  const json = value.kind === 'Any' ? value.json : value.kind === 'Text' ? value.value : null;
  const parsed = numberOf(json);
  if (parsed !== undefined) return parsed;
  throw evaluationFailure('RULE_TYPE_ERROR', span, `The value is ${shown(json)}, which is not a number`, {
    why: 'A number in a fact is an integer, or text such as "75.5".',
  });
}

function convert(call: Extract<Call, { kind: 'convert' }>, run: Run, evaluate: Evaluate): Derived {
  const { from, to, span } = call;
  const operand = evaluate(call.operand, run);
  const { multiplyBy, divideBy } = conversion(from, to) ?? { multiplyBy: 1n, divideBy: 1n };
  const { units } = operand.value as { units: bigint };
  const value: Value = { kind: 'Qty', units: bounded(run, (units * multiplyBy) / divideBy, span), unit: to };
  return operation(run, 'convert', value, [operand], span, { from, to });
}

/** Adds exactly, and cuts digits off once, at the end. */
function sum(call: Extract<Call, { kind: 'sumQty' | 'sumDec' }>, run: Run, evaluate: Evaluate): Derived {
  const { span } = call;
  const operand = evaluate(call.operand, run);
  const { items } = operand.value as { items: readonly Value[] };
  spend(run, items.length, span);
  if (call.kind === 'sumQty') {
    const units = items.reduce((total, item) => total + (item as { units: bigint }).units, 0n);
    return operation(
      run,
      'sumQty',
      { kind: 'Qty', units: bounded(run, units, span), unit: call.unit },
      [operand],
      span,
    );
  }
  const numbers = items.map((item) => number(item, span));
  const scale = numbers.reduce((largest, one) => Math.max(largest, one.scale), call.scale);
  const total = numbers.reduce((sofar, one) => sofar + rescaled(one.units, one.scale, scale), 0n);
  const value: Value = {
    kind: 'Dec',
    units: bounded(run, rescaled(total, scale, call.scale), span),
    scale: call.scale,
  };
  return operation(run, 'sumDec', value, [operand], span, { scale: call.scale });
}
