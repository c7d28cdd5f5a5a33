import { expect, test } from 'vitest';
import { explainFields } from '../../../src/passport/rules/explain-field.js';
import { fieldExplanationJson, rulesCheckJson, unrunTestJson } from '../../../src/passport/rules/rules-json.js';
import { problemsOf, typed } from './rule-source.js';

const SOURCE = `field b: Int =
  let sku = "SKU-1";
  let fact = requireSome(getFact("Battery", sku), "E1", "no battery");
  assert(isSome(recordGet(fact, "x")), "E2", "no x");
  let all = filter(map(getFactsByPrefix("BOM", "bom:"), \\p -> toQty("kg", 1)), \\q -> q > qty(0, kg));
  let met = if (true) then emitCompliance("Art. 7", "MET", "e") else !false;
  fold([1, field("a")], -1, \\x y -> x + unwrapOr(none, y));
field a: Int = requireSome(recordGet(requireSome(getFact("Battery", "b"), "E1", "no battery"), "n"), "E3", "no n");
field c: Dec(2) = sumDec(2, [toDec(2, field("a"))]);`;

test('a field is explained from its rule', () => {
  const explained = explainFields(typed(SOURCE)).map(fieldExplanationJson);
  expect(explained.map(({ rule, ...rest }) => ({ ...rest, rule: rule.split('\n')[0] }))).toEqual([
    {
      path: 'a',
      type: 'Int',
      line: 8,
      depends_on: [],
      used_by: ['b', 'c'],
      facts: [{ type: 'Battery', key: 'b', prefix: false }],
      error_codes: [
        { code: 'E1', message: 'no battery' },
        { code: 'E3', message: 'no n' },
      ],
      clauses: [],
      rule: SOURCE.split('\n')[7],
    },
    {
      path: 'b',
      type: 'Int',
      line: 1,
      depends_on: ['a'],
      used_by: [],
      // What is computed is shown as it is written.
      facts: [
        { type: 'Battery', key: 'sku', prefix: false },
        { type: 'BOM', key: 'bom:', prefix: true },
      ],
      error_codes: [
        { code: 'E1', message: 'no battery' },
        { code: 'E2', message: 'no x' },
      ],
      clauses: ['Art. 7'],
      rule: 'field b: Int =',
    },
    {
      path: 'c',
      type: 'Dec(2)',
      line: 9,
      depends_on: ['a'],
      used_by: [],
      facts: [],
      error_codes: [],
      clauses: [],
      rule: SOURCE.split('\n')[8],
    },
  ]);
});

test('problems as JSON', () => {
  const problems = problemsOf('field a: Int = "x";');
  const error = {
    code: 'RULE_TYPE_ERROR',
    message: 'The field a is an Int, but its rule returns a Text',
    line: 1,
    column: 16,
  };
  expect(rulesCheckJson([])).toEqual({ ok: true, errors: [] });
  expect(rulesCheckJson(problems)).toEqual({ ok: false, errors: [error] });
  expect(rulesCheckJson(problems, () => 'a.rules').errors).toEqual([{ ...error, file: 'a.rules' }]);
  expect(unrunTestJson(problems)).toMatchObject({
    total_cases: 0,
    passed: 0,
    failed: 0,
    status: 'FAILED',
    first_failure: { test: null, ...error },
  });
});
