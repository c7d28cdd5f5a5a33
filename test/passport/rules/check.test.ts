import { expect, test } from 'vitest';
import { problemsOf, valueOf, valuesOf } from './rule-source.js';

const FACT = 'requireSome(getFact("A", "k"), "E", "m")';
const ANY = `requireSome(recordGet(${FACT}, "x"), "E", "m")`;

/** A type, a rule that does not have it, and what the error says. */
const TYPE_ERRORS: readonly (readonly [string, string, RegExp, RegExp?])[] = [
  ['Int', '1.5', /^The field x is an Int, but its rule returns a Dec\(1\)$/],
  ['Int', '"1"', /returns a Text$/],
  ['Dec(2)', '1.005', /returns a Dec\(3\)$/, /toDec\(2, …\)/],
  ['Qty(kg)', '1.5', /returns a Dec\(1\)$/, /toQty\("kg", …\)/],
  ['Int', 'let a = 1; b', /^There is no name b here$/],
  ['Int', 'let amount = 1; amuont', /^There is no name amuont here$/, /Did you mean amount\?/],
  ['Int', 'map', /^There is no name map here$/, /map is a function/],
  ['Int', 'x', /^There is no name x here$/, /field\("x"\)/],
  ['Int', 'nothing(1)', /^There is no function nothing$/],
  ['Int', 'isSom(none)', /^There is no function isSom$/, /Did you mean isSome\?/],
  ['Int', 'let a = 1; a(2)', /^a is not a function$/],
  ['Int', 'field("y")', /^There is no field y$/],
  ['Int', 'field("x" + "y")', /^The path of a field must be a literal text$/],
  ['Int', 'if (1) then 2 else 3', /^The condition must be a Bool, but this is an Int$/],
  ['Int', 'if (true) then 2 else "3"', /^The branches have different types: Int and Text$/],
  ['Int', 'assert(1, "E", "m"); 2', /^The condition of assert must be a Bool/],
  ['Bool', '1 && true', /^&& needs a Bool on both sides, but this is an Int$/],
  ['Bool', '!1', /^! needs a Bool/],
  ['Int', '-"a"', /^- needs a number or a quantity/],
  ['Text', '"a" + "b"', /^\+ needs numbers or quantities, but this is a Text$/, /cannot be joined/],
  ['Int', '1 + "b"', /^\+ cannot combine an Int with a Text$/],
  ['Dec(6)', 'toDec(2, 1) + toDec(6, 1)', /^Dec\(2\) and Dec\(6\) cannot be added$/, /Give the left side 6 decimals/],
  ['Dec(6)', 'toDec(6, 1) - toDec(2, 1)', /^Dec\(6\) and Dec\(2\) cannot be subtracted$/, /Give the right side 6/],
  ['Dec(2)', 'toDec(2, 1) + 0.005', /^Dec\(2\) and Dec\(3\) cannot be added$/],
  ['Bool', '"a" < 1', /^< cannot compare a Text with an Int$/],
  ['Bool', `recordGet(${FACT}, "x") < 1`, /^< needs a value, but this may be missing$/, /requireSome/],
  ['Bool', 'true < false', /^Values of type Bool have no order/],
  ['Bool', '[1] < [2]', /^Values of type List\(Int\) have no order/],
  ['Bool', 'date("2027-02-18") == "2027-02-18"', /^== cannot compare/, /date\("2027-02-18"\)/],
  ['Bool', `${ANY} == ${ANY}`, /^== combines two parts of facts/],
  // Equal texts may be different numbers, and different texts equal numbers.
  [
    'Bool',
    'getFact("A", "k") == getFact("A", "k")',
    /^== cannot compare an Opt\(Record\) with an Opt\(Record\)$/,
    /Compare its members/,
  ],
  [
    'Bool',
    'getFactsByPrefix("A", "") != getFactsByPrefix("B", "")',
    /^!= cannot compare a List\(Record\) with/,
    /Compare/,
  ],
  ['Bool', `[${ANY}] == [${ANY}]`, /^== cannot compare a List\(/, /Compare its members/],
  [
    ...(['Bool', 'map(getFactsByPrefix("A", ""), \\fact -> recordGet(fact, "x")) == [1]'] as const),
    ...([/^== cannot compare a List\(Opt\(Any\)\) with a List\(Int\)$/, /Compare its members/] as const),
  ],
  [
    'Qty(kg)',
    'sumQty("kg", qty(1, kg))',
    /^Argument 2 of sumQty must be a List\(Qty\(kg\)\), but this is a Qty\(kg\)$/,
  ],
  ['Qty(kg)', 'sumQty("kg", [1])', /^Argument 2 of sumQty must be a List\(Qty\(kg\)\), but this is a List\(Int\)$/],
  ['Dec(2)', `2 * ${ANY}`, /whether this part of a fact is a number or a quantity$/, /toDec/],
  [
    'Int',
    'recordGet(getFact("A", "k"), "x")',
    /^Argument 1 of recordGet must be a Record, but this is an Opt/,
    /requireSome/,
  ],
  ['Int', `recordGet(${FACT}, "x") + 1`, /^\+ needs a value, but this may be missing$/, /unwrapOr/],
  ['Text', `recordGet(${FACT}, "x")`, /returns an Opt\(Any\)$/, /declare it as Opt\(Text\)/],
  ['Bool', 'isSome(1)', /^Argument 1 of isSome is never missing: it is an Int$/],
  ['Int', 'unwrapOr(requireSome(none, "E", "m"), 1)', /never missing/],
  ['Text', 'getFact("A")', /^getFact needs 2 arguments, but gets 1$/, /getFact \(type: Text, key: Text\)/],
  ['Text', 'getFact(1, "k")', /^Argument 1 of getFact must be a Text, but this is an Int$/],
  ['Dec(2)', 'let s = 2; toDec(s, 1)', /^The scale must be a literal integer from 0 to 18$/],
  ['Dec(2)', 'toDec(19, 1)', /^The scale must be a literal integer/],
  ['Dec(2)', 'toDec(2, true)', /^Argument 2 of toDec must be an Int or Dec, but this is a Bool$/],
  ['Dec(2)', 'toDec(2, qty(1, kg))', /must be a number, not a quantity$/, /x \/ qty\(1, kg\)/],
  ['Qty(kg)', 'toQty("kg", qty(1, g))', /must be a number, not a quantity$/, /convert/],
  ['Qty(kg)', 'toQty(kg, 1)', /^The unit must be a literal text$/, /Write it in quotes: "kg"/],
  ['List(Int)', 'map([1], 2)', /^The last argument of map must be a function$/],
  ['List(Int)', 'map(\\x -> x, [1])', /must be a function$/, /The list comes first/],
  ['List(Int)', 'map([1], \\x y -> x)', /^The function of map must have one parameter$/],
  ['Int', 'fold([1], 0, \\x -> x)', /^The function of fold must have two parameters$/],
  ['List(Int)', 'map(1, \\x -> x)', /^Argument 1 of map must be a List, but this is an Int$/],
  ['List(Int)', 'filter([1], \\x -> x)', /^The function of filter must return a Bool, but this is an Int$/],
  ['Int', 'fold([1], 0, \\a x -> "s")', /^The function of fold must return an Int like the initial value/],
  ['Dec(2)', 'fold([1.50], 0, \\a x -> a * x)', /must return an Int/, /such as 0\.00/],
  ['Int', '\\x -> x', /^A function is not a value$/],
  ['List(Int)', '[1, "a"]', /^This is a Text in a list of Int$/],
  ['Dec(2)', 'sumDec(2, ["a"])', /^Argument 2 of sumDec must be a List\(Dec\)/],
  ['Text', 'emitCompliance("a", "b", 1)', /^Argument 3 of emitCompliance must be a Text/],
];

for (const [type, rule, message, hint] of TYPE_ERRORS) {
  test(`${type} = ${rule}`, () => {
    const [problem, ...others] = problemsOf(`field x: ${type} = ${rule};`);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'RULE_TYPE_ERROR',
      message: expect.stringMatching(message) as unknown,
      line: 1,
      field: 'x',
    });
    expect(problem!.column).toBeGreaterThan(`field x: ${type} =`.length);
    if (hint) expect(problem!.hints?.join('\n')).toMatch(hint);
  });
}

/** Quantities that do not go together. */
const UNIT_ERRORS: readonly (readonly [string, string, RegExp, RegExp?])[] = [
  ['Qty(kg)', 'qty(1, kg) + qty(1, kWh)', /^kg and kWh cannot be added$/],
  ['Qty(kg)', 'qty(1, kg) - qty(1, g)', /^kg and g cannot be subtracted$/, /convert\("kg", "g", …\)/],
  ['Bool', 'qty(1, kg) < qty(1, g)', /^kg and g cannot be compared$/],
  ['Bool', 'qty(1, kg) == qty(1, each)', /^kg and each cannot be compared$/],
  ['Qty(kg)', 'qty(1, kg) * qty(1, kg)', /^kg times kg has no unit$/],
  ['Qty(kg)', 'qty(1, kg) / qty(1, kWh)', /^kg divided by kWh has no unit$/],
  ['Qty(kg)', 'qty(1, g)', /is a Qty\(kg\), but its rule returns a Qty\(g\)$/, /convert\("kg", "g", …\)/],
  ['Qty(kg)', 'convert("kg", "kWh", qty(1, kWh))', /^kWh cannot be converted to kg$/],
  ['Qty(pct)', 'convert("pct", "each", qty(1, each))', /^each cannot be converted to pct$/],
  [
    'Qty(g)',
    'convert("kg", "g", qty(1, kg))',
    /^convert expects g here, but this is in kg$/,
    /convert\("g", "kg", …\)/,
  ],
  ['Qty(kg)', 'sumQty("kg", [qty(1, g)])', /^sumQty adds kg, but these quantities are in g$/, /map/],
];

for (const [type, rule, message, hint] of UNIT_ERRORS) {
  test(`${type} = ${rule}`, () => {
    const [problem] = problemsOf(`field x: ${type} = ${rule};`);
    expect(problem).toMatchObject({ code: 'UNIT_MISMATCH', message: expect.stringMatching(message) as unknown });
    if (hint) expect(problem!.hints?.join('\n')).toMatch(hint);
  });
}

test('errors that do not depend on each other are all reported, in their order, and what follows from them is not', () => {
  const problems = problemsOf(`field a: Int =
  let x = unknown;
  let y = 1 + "a";
  let z = x + y;
  z;
field b: Int = field("a");
field c: Text = 1;`);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [2, 'There is no name unknown here'],
    [3, '+ cannot combine an Int with a Text'],
    [7, 'The field c is a Text, but its rule returns an Int'],
  ]);
});

test('at most 100 errors are reported', () => {
  const source = Array.from({ length: 300 }, (_, index) => `field f${index}: Int = "a";`).join('\n');
  expect(problemsOf(source)).toHaveLength(100);
});

test('a field has one rule, and no field lies inside another', () => {
  expect(problemsOf('field a: Int = 1; field a: Int = 2;')[0]).toMatchObject({
    code: 'RULE_TYPE_ERROR',
    message: 'There are two fields a',
    why: 'The first is in line 1.',
    column: 25,
  });
  expect(problemsOf('field a.b: Int = 1; field a.b.c: Int = 2;')[0]?.message).toBe('a.b.c lies inside the field a.b');
  expect(problemsOf('field a.b: Int = 1; field a.bc: Int = 2;')).toEqual([]);
});

test('a literal takes the scale that it needs, also at the end of a branch or in a list', () => {
  expect(valueOf('Dec(6)', '1.5')).toBe('1.500000');
  expect(valueOf('Dec(2)', '3')).toBe('3.00');
  expect(valueOf('Dec(2)', 'if (true) then 1 else 2.5')).toBe('1.00');
  expect(valueOf('Dec(2)', 'let a = 1; if (a == 1) then 2 else toDec(2, 1)')).toBe('2.00');
  expect(valueOf('List(Dec(2))', '[1, 2.5]')).toEqual(['1.00', '2.50']);
  expect(valueOf('Dec(2)', 'toDec(2, 1) + 1')).toBe('2.00');
  expect(valueOf('List(Dec(2))', '[1, toDec(2, 7)]')).toEqual(['1.00', '7.00']);
});

test('a value fits an option of its type', () => {
  expect(valueOf('Opt(Int)', '1')).toBe(1);
  expect(valueOf('Opt(Int)', 'if (1 < 2) then none else 3')).toBe(null);
  expect(valueOf('Opt(Dec(2))', 'if (1 < 2) then 3 else none')).toBe('3.00');
  expect(valueOf('List(Int)', '[]')).toEqual([]);
});

test('tests are checked like rules', () => {
  const source = (tests: string): string => `field a: Dec(2) = 1; field o: Opt(Int) = 1;\n${tests}`;
  const message = (tests: string): string | undefined => problemsOf(source(tests))[0]?.message;
  expect(message('example e: {} => expect(b, == 1);')).toBe('There is no field b');
  expect(message('example e: {} => expect(a, == "x");')).toBe('== cannot compare a Dec(2) with a Text');
  expect(message('example e: {} => expect(o, < 3); expect(o, == none);')).toBe(undefined);
  expect(message('example e: {} => ; example e: {} => ;')).toBe('There are two tests e');
  expect(message('example e: { fact f("A", "k") = {"x": y}; } => ;')).toBe('There is no variable y');
  expect(message('example e: { fact f("A", "k") = {}; fact g("A", "k") = {}; } => ;')).toBe('There are two facts A k');
  expect(message('property p: cases(0) seed(1) => forall x: Int . implies(true, true);')).toMatch(/from 1 to 100000/);
  expect(message('property p: cases(1) seed(1) => forall x: Int . implies(x, true);')).toMatch(
    /^The condition must be/,
  );
  expect(message('property p: cases(1) seed(1) => forall x: Int, x: Int . implies(true, true);')).toBe(
    'There are two variables x',
  );
});

test('there are at most 10,000 fields', () => {
  const source = Array.from({ length: 10_001 }, (_, index) => `field f${index}: Int = 1;`).join('\n');
  expect(problemsOf(source)).toMatchObject([{ message: 'There are more than 10000 fields', line: 10_001 }]);
});

test('the replacement of an optional value has its type', () => {
  const optional = 'field o: Opt(Dec(2)) = none; field x:';
  expect(problemsOf(`${optional} Dec(2) = unwrapOr(field("o"), "a");`)[0]?.message).toBe(
    'Argument 2 of unwrapOr must be a Dec(2), but this is a Text',
  );
  expect(valuesOf(`${optional} Dec(2) = unwrapOr(field("o"), 1);`)).toEqual({ o: null, x: '1.00' });
});

test('a record fits a type with the same members', () => {
  const facts = { A: { k: { a: 1, b: 2 } } };
  const record = `field r: Record(a: Int, b: Int) = ${FACT}; field x:`;
  expect(valuesOf(`${record} Record(b: Int, a: Opt(Int)) = field("r");`, facts).x).toEqual({ a: 1, b: 2 });
  for (const type of ['Record(a: Int)', 'Record(a: Int, c: Int)', 'Record(a: Int, b: Text)', 'Map(Text, Int)']) {
    expect(problemsOf(`${record} ${type} = field("r");`)[0]?.code, type).toBe('RULE_TYPE_ERROR');
  }
});
