import assert from 'node:assert/strict';
import type { Category } from '../attributes/attribute.js';
import { checkRules } from '../rules/check/check-rules.js';
import type { TypedRules } from '../rules/check/typed.js';
import { formatRules } from '../rules/format/format-rules.js';
import type { ParsedRules } from '../rules/syntax/ast.js';
import { parseRules } from '../rules/syntax/parse-rules.js';
import { defaultRuleText } from './rule-text.js';
import { defaultTestText } from './test-text.js';

/** The sources of the default rules of a category, formatted. The same version always gives the same bytes. */
export function defaultRuleSources(category: Category): { readonly dsl: string; readonly tests: string } {
  return { dsl: formatRules(parsed(defaultRuleText(category))), tests: formatRules(parsed(defaultTestText(category))) };
}

/** The name of the rule package in a database. */
export function defaultRulePackage(category: Category): string {
  return `din-99100-${category}`;
}

const checked = new Map<Category, TypedRules>();

/** The rules of a category, ready for evaluation. */
export function defaultRules(category: Category): TypedRules {
  const known = checked.get(category);
  if (known !== undefined) return known;
  const result = checkRules(parsed(defaultRuleText(category)));
  assert(result.ok, 'the default rules are valid');
  checked.set(category, result.rules);
  return result.rules;
}

function parsed(source: string): ParsedRules {
  const result = parseRules(source);
  assert(result.ok, `the default rules can be parsed: ${result.ok ? '' : result.problem.message}`);
  return result.rules;
}
