import { createHash } from 'node:crypto';
import { checkRules } from '../../../src/passport/rules/check/check-rules.js';
import type { TypedRules } from '../../../src/passport/rules/check/typed.js';
import { evaluateRules } from '../../../src/passport/rules/evaluate/evaluate-rules.js';
import type { Evaluation } from '../../../src/passport/rules/evaluate/evaluation.js';
import type { Fact, FactLookup } from '../../../src/passport/rules/evaluate/facts.js';
import type { RuleProblem } from '../../../src/passport/rules/problem.js';
import type { ParsedRules } from '../../../src/passport/rules/syntax/ast.js';
import { parseRules } from '../../../src/passport/rules/syntax/parse-rules.js';
import type { FactJson } from '../../../src/passport/rules/values/value.js';
import { valueJson } from '../../../src/passport/rules/values/value-json.js';
import { compareTexts } from '../../../src/passport/rules/values/compare.js';

/** The rules of a source that has no syntax error. */
export function parsed(source: string): ParsedRules {
  const result = parseRules(source);
  if (!result.ok) throw new Error(`${result.problem.line}:${result.problem.column}: ${result.problem.message}`);
  return result.rules;
}

/** The rules of a source that has no error. */
export function typed(source: string, tests?: string): TypedRules {
  const result = checkRules(parsed(source), tests === undefined ? undefined : parsed(tests));
  if (!result.ok) throw new Error(result.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return result.rules;
}

/** The problems of a source, of the parser or of the checker. */
export function problemsOf(source: string): readonly RuleProblem[] {
  const result = parseRules(source);
  if (!result.ok) return [result.problem];
  const checked = checkRules(result.rules);
  return checked.ok ? [] : checked.problems;
}

/** Facts by type and key. */
export type Facts = Record<string, Record<string, { readonly [name: string]: FactJson }>>;

export function lookup(facts: Facts): FactLookup {
  const all = Object.entries(facts).flatMap(([type, byKey]) =>
    Object.entries(byKey).map(([key, payload]): Fact => ({ type, key, payload, payloadHash: hashOf(payload) })),
  );
  all.sort((a, b) => compareTexts(a.key, b.key));
  return {
    find: (type, key) => all.find((fact) => fact.type === type && fact.key === key),
    withPrefix: (type, prefix) => all.filter((fact) => fact.type === type && fact.key.startsWith(prefix)),
  };
}

function hashOf(payload: FactJson): string {
  const text = JSON.stringify(payload, (_, member: unknown) => (typeof member === 'bigint' ? `${member}` : member));
  return createHash('sha256').update(text).digest('hex');
}

export function evaluate(source: string, facts: Facts = {}): Evaluation {
  return evaluateRules(typed(source), lookup(facts));
}

/** The values of all fields, as JSON. */
export function valuesOf(source: string, facts: Facts = {}): Record<string, FactJson> {
  const result = evaluate(source, facts);
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`);
  return Object.fromEntries(result.fields.map(({ path, value }) => [path, valueJson(value)]));
}

/** The value of one rule. */
export function valueOf(type: string, expression: string, facts: Facts = {}): FactJson {
  return valuesOf(`field x: ${type} = ${expression};`, facts).x!;
}

/** Why a rule has no value. */
export function failureOf(type: string, expression: string, facts: Facts = {}): RuleProblem {
  const result = evaluate(`field x: ${type} = ${expression};`, facts);
  if (result.ok) throw new Error('The rule has a value');
  return result.problem;
}
