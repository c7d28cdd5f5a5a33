import { expect, test } from 'vitest';
import { runTests } from '../../../src/passport/rules/testing/run-tests.js';
import { evaluate, typed, valuesOf } from './rule-source.js';

/** Section 8.4 of the specification, to the letter. */
const EXAMPLE = `-- Example rules for a minimal passport

field battery.capacity_kwh: Dec(6) =
  let b = getFact("Battery","battery:SKU-123");
  let cap = requireSome(recordGet(requireSome(b,"E001","battery missing"),"capacity_kwh"),"E002","capacity missing");
  toDec(6, cap);

field sustainability.pcf_gco2e_per_kwh: Dec(2) =
  let p = getFact("PCF","pcf:SKU-123");
  let total = requireSome(recordGet(requireSome(p,"E010","pcf missing"),"total_gco2e"),"E011","missing total");
  let cap = field("battery.capacity_kwh");
  -- division: gCO2e / kWh => gCO2e_per_kWh, represented as Dec(2) string
  toDec(2, toDec(2,total) / cap);
`;

const FACTS = {
  Battery: { 'battery:SKU-123': { capacity_kwh: '75.5' } },
  PCF: { 'pcf:SKU-123': { total_gco2e: 4_500_000 } },
};

test('the example of the specification gives values', () => {
  expect(valuesOf(EXAMPLE, FACTS)).toEqual({
    'battery.capacity_kwh': '75.500000',
    // 4500000 / 75.5 = 59602.649006…, cut off at two decimals.
    'sustainability.pcf_gco2e_per_kwh': '59602.64',
  });
});

test('a missing fact fails with the code of the rule', () => {
  const result = evaluate(EXAMPLE, { Battery: FACTS.Battery });
  expect(result).toMatchObject({
    ok: false,
    problem: {
      code: 'RULE_ASSERTION_FAILED',
      ruleCode: 'E010',
      message: 'E010: pcf missing',
      field: 'sustainability.pcf_gco2e_per_kwh',
      line: 10,
    },
  });
});

test('the tests of the specification run: a comma after the comparator, one semicolon at the end', () => {
  const tests = `
    example test_battery_capacity: {
      fact battery("Battery", "battery:SKU-123") = {
        "capacity_kwh": 50000000
      };
    } => expect(battery.capacity_kwh, ==, 50000000.000000);

    property scaled: cases(500) seed(42) =>
      forall cap: Dec(6).
        implies(cap > 0, cap * 2 > cap);`;
  expect(runTests(typed(EXAMPLE, tests), { seed: 1n })).toMatchObject({ totalCases: 501, failed: 0, status: 'PASSED' });
});

test('an empty source is valid', () => {
  expect(evaluate('-- nothing')).toEqual({ ok: true, fields: [], nodes: [], same: [], compliance: [] });
});
