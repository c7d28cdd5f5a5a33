import { expect, test } from 'vitest';
import { BUILTIN_NAMES } from '../../../src/passport/rules/check/check-builtin.js';
import { evaluate, failureOf, valueOf, valuesOf } from './rule-source.js';

const FACTS = {
  Battery: {
    'battery:A': {
      name: 'Pack A',
      capacity_kwh: '75.5',
      cells: 96,
      big: 9_007_199_254_740_993n,
      made: '2026-11-17',
      isNew: true,
      nothing: null,
      mass: { unit: 'kg', value: '450.25' },
      tags: ['a', 'b'],
      shares: { Ni: '0.6', Co: '0.2' },
      maker: { name: 'ACME', city: 'Graz' },
      parts: [{ mass_kg: '1.5' }, { mass_kg: 2 }, {}],
    },
    'battery:B': { name: 'Pack B' },
    'batteries:C': { name: 'Pack C' },
  },
};

const A = 'requireSome(getFact("Battery", "battery:A"), "E1", "no battery")';
const member = (name: string): string => `requireSome(recordGet(${A}, "${name}"), "E2", "no ${name}")`;

test('there are 21 functions', () => {
  expect(BUILTIN_NAMES.size).toBe(21);
});

test('pluck takes a member of each record that has it', () => {
  const facts = {
    Battery: { 'battery:A': { parts: [{ name: 'Cell' }, {}, { name: 'Case' }], one: { name: 'Pack' } } },
  };
  expect(valueOf('List(Text)', `pluck(${member('parts')}, "name")`, facts)).toEqual(['Cell', 'Case']);
  expect(valueOf('List(Text)', `pluck(${member('one')}, "name")`, facts)).toEqual(['Pack']);
});

test('between, isOneOf and hasFormat test a value or all values of a list; a missing value passes', () => {
  const is = (expression: string): unknown => valueOf('Bool', expression, FACTS);
  expect(is('between(5, 5, 7)')).toBe(true);
  expect(is('between(7.5, 5, 7)')).toBe(false);
  expect(is('between([5, 8], 5, 7)')).toBe(false);
  expect(is('between(qty(5.0, V), qty(5.0, V), qty(6.0, V))')).toBe(true);
  expect(is(`between(recordGet(${A}, "no such member"), 1, 2)`)).toBe(true);
  expect(is('isOneOf("ev", ["ev", "lmt"])')).toBe(true);
  expect(is('isOneOf(["ev", "sli"], ["ev", "lmt"])')).toBe(false);
  expect(is('hasFormat(["https://example.com"], "uri")')).toBe(true);
  expect(is('contains("Lithium Nickel oxide", "nickel")')).toBe(true);
  expect(is('contains("Lithium", "nickel")')).toBe(false);
});

test.each([
  ['gtin', ['4012345000009', '04012345000009'], ['4012345000008', '401', 'x']],
  ['cas', ['7440-48-4', '7439-93-2'], ['7440-48-5', '37-70-2-1', '']],
  ['date', ['2027-03', '2028-02-29'], ['2027-02-29', '2027-13', '27-03', '--06']],
  [
    'time',
    ['2027-03-01T12:00:00Z', '2025-08-08T16:19:26.601+02:00'],
    ['2027-03-01', '2027-03-01T25:00:00Z', '2027-03-01T12:00:00'],
  ],
  ['uri', ['https://example.com/a.pdf', 'urn:x:y'], ['example.com', 'https://', 'a b:c']],
  ['urn', ['urn:bpc:ev1'], ['urn:x', 'https://example.com']],
  ['email', ['a.b@example.com'], ['a@b', '@example.com', 'a b@example.com']],
  [
    'identifier',
    [
      '(01)04012345000009(21)417',
      'https://id.example.com/01/04012345000009/21/417',
      '(00)340123450000000017',
      'UN123456789A17',
      'urn:a:b',
    ],
    [
      '(01)04012345000008(21)417',
      '(01)04012345000009',
      'https://id.example.com/01/04012345000008/21/417',
      '(00)340123450000000018',
      'lower',
    ],
  ],
])('hasFormat knows %s', (format, right, wrong) => {
  for (const one of right) expect(valueOf('Bool', `hasFormat("${one}", "${format}")`), one).toBe(true);
  for (const one of wrong) expect(valueOf('Bool', `hasFormat("${one}", "${format}")`), one).toBe(false);
});

test('getFact finds a fact by type and key', () => {
  expect(valueOf('Bool', 'isSome(getFact("Battery", "battery:A"))', FACTS)).toBe(true);
  expect(valueOf('Bool', 'isSome(getFact("Battery", "battery:X"))', FACTS)).toBe(false);
  expect(valueOf('Bool', 'isSome(getFact("PCF", "battery:A"))', FACTS)).toBe(false);
});

test('getFactsByPrefix lists facts by key', () => {
  const names = 'map(getFactsByPrefix("Battery", "battery:"), \\f -> unwrapOr(recordGet(f, "name"), "?"))';
  expect(valueOf('List(Text)', names, FACTS)).toEqual(['Pack A', 'Pack B']);
  expect(valueOf('List(Text)', names)).toEqual([]);
});

test('field refers to another field', () => {
  expect(valuesOf('field a: Int = 2; field b: Int = field("a") * @a;')).toEqual({ a: 2, b: 4 });
});

test('recordGet reads a member of a fact, of a record and of a map', () => {
  expect(valueOf('Text', member('name'), FACTS)).toBe('Pack A');
  expect(valueOf('Text', `requireSome(recordGet(${member('maker')}, "city"), "E", "m")`, FACTS)).toBe('Graz');
  const record = 'field r: Record(name: Text, city: Opt(Text)) =';
  const source = `${record} ${member('maker')}; field n: Text = requireSome(recordGet(field("r"), "name"), "E", "m");`;
  expect(valuesOf(source, FACTS)).toEqual({ r: { name: 'ACME', city: 'Graz' }, n: 'ACME' });
  const map = `field m: Map(Text, Dec(2)) = ${member('shares')}; field c: Dec(2) = unwrapOr(recordGet(field("m"), "Co"), 0);`;
  expect(valuesOf(map, FACTS)).toEqual({ m: { Ni: '0.60', Co: '0.20' }, c: '0.20' });
});

test('a null member and a missing member are both none', () => {
  expect(valueOf('Opt(Text)', `recordGet(${A}, "nothing")`, FACTS)).toBe(null);
  expect(valueOf('Opt(Text)', `recordGet(${A}, "absent")`, FACTS)).toBe(null);
  expect(valueOf('Opt(Text)', `recordGet(${A}, "__proto__")`, FACTS)).toBe(null);
  expect(valueOf('Opt(Text)', `recordGet(${A}, "toString")`, FACTS)).toBe(null);
});

test('isSome, unwrapOr and requireSome handle what may be missing', () => {
  expect(valueOf('Bool', `isSome(recordGet(${A}, "absent"))`, FACTS)).toBe(false);
  expect(valueOf('Int', `unwrapOr(recordGet(${A}, "absent"), 7)`, FACTS)).toBe(7);
  expect(valueOf('Int', `unwrapOr(recordGet(${A}, "cells"), 7)`, FACTS)).toBe(96);
  expect(valueOf('Int', 'unwrapOr(none, 7)')).toBe(7);
  expect(failureOf('Text', member('absent'), FACTS)).toMatchObject({
    code: 'RULE_ASSERTION_FAILED',
    ruleCode: 'E2',
    message: 'E2: no absent',
  });
});

test('toDec reads integers, decimals and texts of facts, and cuts off', () => {
  expect(valueOf('Dec(6)', `toDec(6, ${member('capacity_kwh')})`, FACTS)).toBe('75.500000');
  expect(valueOf('Dec(0)', `toDec(0, ${member('capacity_kwh')})`, FACTS)).toBe('75');
  expect(valueOf('Dec(2)', `toDec(2, ${member('cells')})`, FACTS)).toBe('96.00');
  expect(valueOf('Dec(2)', `toDec(2, ${member('big')})`, FACTS)).toBe('9007199254740993.00');
  expect(valueOf('Dec(1)', 'toDec(1, "-1.25")')).toBe('-1.2');
  expect(failureOf('Dec(2)', `toDec(2, ${member('name')})`, FACTS)).toMatchObject({
    code: 'RULE_TYPE_ERROR',
    message: 'The value is "Pack A", which is not a number',
  });
  for (const text of ['1e3', '+1', ' 1', '1.', '.5', '', '0x1', '1,5']) {
    expect(failureOf('Dec(2)', `toDec(2, "${text}")`).code).toBe('RULE_TYPE_ERROR');
  }
});

test('toQty gives a number a unit', () => {
  expect(valueOf('Qty(kWh)', `toQty("kWh", ${member('capacity_kwh')})`, FACTS)).toEqual({
    unit: 'kWh',
    value: '75.500000',
  });
  expect(valueOf('Qty(each)', 'toQty("each", 1.23456789)')).toEqual({ unit: 'each', value: '1.234567' });
});

test('convert names the unit of the result first', () => {
  expect(valueOf('Qty(kg)', 'convert("kg", "g", qty(1000, g))')).toEqual({ unit: 'kg', value: '1.000000' });
  expect(valueOf('Qty(Wh)', 'convert("Wh", "kWh", qty(1.5, kWh))')).toEqual({ unit: 'Wh', value: '1500.000000' });
  expect(valueOf('Qty(gCO2e)', 'convert("gCO2e", "kgCO2e", qty(2, kgCO2e))')).toEqual({
    unit: 'gCO2e',
    value: '2000.000000',
  });
  expect(valueOf('Qty(pct)', 'convert("pct", "pct", qty(2, pct))')).toEqual({ unit: 'pct', value: '2.000000' });
});

test('sumQty and sumDec add exactly, and cut off once', () => {
  expect(valueOf('Qty(kWh)', 'sumQty("kWh", [qty(1, kWh), qty(2, kWh)])')).toEqual({ unit: 'kWh', value: '3.000000' });
  expect(valueOf('Qty(kWh)', 'sumQty("kWh", [])')).toEqual({ unit: 'kWh', value: '0.000000' });
  expect(valueOf('Dec(1)', 'sumDec(1, [0.05, 0.05])')).toBe('0.1');
  expect(valueOf('Dec(2)', 'sumDec(2, [])')).toBe('0.00');
  expect(
    valueOf('Dec(2)', `sumDec(2, map(${member('parts')}, \\p -> unwrapOr(recordGet(p, "mass_kg"), 0.25)))`, FACTS),
  ).toBe('3.75');
});

test('map, filter and fold take functions', () => {
  expect(valueOf('List(Int)', 'map([1, 2, 3], \\x -> x * 2)')).toEqual([2, 4, 6]);
  expect(valueOf('List(Int)', 'filter([1, 2, 3], \\x -> x != 2)')).toEqual([1, 3]);
  expect(valueOf('Int', 'fold([1, 2, 3], 10, \\sum x -> sum - x)')).toBe(4);
  expect(valueOf('Int', 'fold(map([1, 2], \\x -> fold([10, 20], x, \\a y -> a + y * x)), 0, \\a x -> a + x)')).toBe(93);
  expect(valueOf('Int', 'let x = 5; let y = map([1], \\x -> x); x')).toBe(5);
});

test('emitCompliance records an entry and is true', () => {
  const source = `field a: Bool = emitCompliance("Art. 7", "MET", "study 12");
    field b: Int = let unused = emitCompliance("Art. 8", "NOT_MET", "none"); 1;`;
  const result = evaluate(source);
  expect(result.ok && result.compliance.map(({ node: _, ...entry }) => entry)).toEqual([
    { clause: 'Art. 7', status: 'MET', evidence: 'study 12', field: 'a' },
    { clause: 'Art. 8', status: 'NOT_MET', evidence: 'none', field: 'b' },
  ]);
});

test('a part of a fact is cast to the type of the field, and never rounded', () => {
  const cast = (type: string, name: string): unknown => valueOf(type, member(name), FACTS);
  expect(cast('Dec(1)', 'capacity_kwh')).toBe('75.5');
  expect(cast('Dec(3)', 'cells')).toBe('96.000');
  expect(cast('Int', 'cells')).toBe(96);
  expect(cast('Int', 'big')).toBe(9_007_199_254_740_993n);
  expect(cast('Date', 'made')).toBe('2026-11-17');
  expect(cast('Bool', 'isNew')).toBe(true);
  expect(cast('Qty(kg)', 'mass')).toEqual({ unit: 'kg', value: '450.250000' });
  expect(cast('List(Text)', 'tags')).toEqual(['a', 'b']);
  expect(cast('List(Record(mass_kg: Opt(Dec(1))))', 'parts')).toEqual([{ mass_kg: '1.5' }, { mass_kg: '2.0' }, {}]);
});

test.each([
  ['Dec(0)', 'capacity_kwh', 'The value is "75.5", which is not a number with at most 0 decimals (Dec(0))'],
  ['Int', 'capacity_kwh', 'The value is "75.5", which is not an Int'],
  ['Text', 'cells', 'The value is 96, which is not a Text'],
  ['Bool', 'cells', 'The value is 96, which is not a Bool'],
  ['Date', 'name', 'The value is "Pack A", which is not a date written YYYY-MM-DD'],
  ['List(Int)', 'tags', '[0] is "a", which is not an Int'],
  ['Text', 'tags', 'The value is a list of 2, which is not a Text'],
  ['Record(name: Text, street: Text)', 'maker', 'street is missing'],
  ['List(Record(mass_kg: Dec(1)))', 'parts', '[2].mass_kg is missing'],
  ['Map(Text, Int)', 'shares', 'Ni is "0.6", which is not an Int'],
  ['Qty(kg)', 'cells', 'The value is 96, which is not a quantity such as {"unit": "kg", "value": "1.5"}'],
])('a fact that is not %s (%s) fails with RULE_TYPE_ERROR', (type, name, message) => {
  expect(failureOf(type, member(name), FACTS)).toMatchObject({ code: 'RULE_TYPE_ERROR', message, field: 'x' });
});

test('a quantity of a fact in another unit fails with UNIT_MISMATCH', () => {
  expect(failureOf('Qty(g)', member('mass'), FACTS)).toMatchObject({
    code: 'UNIT_MISMATCH',
    message: 'The quantity is in kg, but g is expected',
  });
});

test('a comparison or a sum says what a part of a fact should be', () => {
  expect(valueOf('Bool', `${member('name')} == "Pack A"`, FACTS)).toBe(true);
  expect(valueOf('Int', `${member('cells')} + 4`, FACTS)).toBe(100);
  expect(failureOf('Bool', `${member('name')} == 1`, FACTS).code).toBe('RULE_TYPE_ERROR');
});

test('conditions compute only what they need; names are all computed', () => {
  expect(valueOf('Bool', 'false && 1 / 0 == 1')).toBe(false);
  expect(valueOf('Bool', 'true || 1 / 0 == 1')).toBe(true);
  expect(valueOf('Int', 'if (true) then 1 else 1 / 0')).toBe(1);
  expect(failureOf('Int', 'let unused = 1 / 0; 1').code).toBe('DIVISION_BY_ZERO');
});

test('assert fails with the code and the text of its author', () => {
  expect(valueOf('Int', 'assert(1 < 2, "E9", "small"); 5')).toBe(5);
  expect(failureOf('Int', 'assert(1 > 2, "E9", "too small"); 5')).toMatchObject({
    code: 'RULE_ASSERTION_FAILED',
    ruleCode: 'E9',
    message: 'E9: too small',
  });
});

test('facts can be compared with none and with the empty list', () => {
  const source = `
field a: Bool = getFact("A", "k") == none;
field b: Bool = none != getFact("A", "other");
field c: Bool = getFactsByPrefix("A", "") == [];
field d: Bool = getFactsByPrefix("B", "") == [];`;
  expect(valuesOf(source, { A: { k: { x: 1 } } })).toEqual({ a: false, b: false, c: false, d: true });
});

test('parts of facts in a list or beside none take the type that is expected', () => {
  const part = 'requireSome(recordGet(requireSome(getFact("A", "k"), "E", "m"), "x"), "E", "m")';
  const source = `
field a: List(Int) = [${part}];
field b: List(Dec(1)) = [0.5, ${part}];
field c: Opt(Int) = if (false) then none else ${part};
field d: Dec(2) = sumDec(2, [${part}, ${part}]);`;
  expect(valuesOf(source, { A: { k: { x: 3 } } })).toEqual({ a: [3], b: ['0.5', '3.0'], c: 3, d: '6.00' });
  expect(failureOf('List(Int)', `[${part}]`, { A: { k: { x: 'abc' } } })).toMatchObject({
    code: 'RULE_TYPE_ERROR',
    message: '[0] is "abc", which is not an Int',
  });
});
