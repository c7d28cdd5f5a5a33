import { expect, test } from 'vitest';
import { parseRules } from '../../../src/passport/rules/syntax/parse-rules.js';
import { parsed, problemsOf } from './rule-source.js';

/** A source with a mark before the place of its first error, and what the error says. */
const ERRORS: readonly (readonly [string, RegExp, RegExp?])[] = [
  ['field a: Int = 1¦\nfield b: Int = 2;', /^Expected ; after the rule of a, found field$/],
  ['field a: Int = 1 /¦/ half\n;', /^Expected an expression, found \/$/, /Comments begin with two dashes/],
  ['field a: Int = sumDec(2, map([1], x ¦-> x));', /^Expected a comma, found ->$/, /begins with a backslash: \\x -> x/],
  ['field a: Int = 1¦', /^Expected ; after the rule of a, found the end of the file$/],
  ['¦fild a: Int = 1;', /^Expected field, example or property, found fild$/, /Did you mean field\?/],
  ['¦42', /^Expected field, example or property/],
  ['field ¦: Int = 1;', /^Expected the path of a field, found :$/],
  ['field a.¦: Int = 1;', /^Expected a name after the dot/],
  ['field a ¦Int = 1;', /^Expected : after a, found Int$/],
  ['field a: ¦Strng = 1;', /^There is no type Strng$/],
  ['field a: ¦String = 1;', /^There is no type String$/, /Did you mean Text\?/],
  ['field a: ¦text = 1;', /^There is no type text$/, /Did you mean Text\?/],
  ['field a: Dec(¦x) = 1;', /^Expected a number of decimals/],
  ['field a: Dec(¦19) = 1;', /^A Dec has at most 18 decimals$/],
  ['field a: Dec ¦= 1;', /^Expected \( after Dec/],
  ['field a: Opt(¦Opt(Int)) = none;', /^Opt\(…\) cannot contain Opt\(…\)$/],
  ['field a: Map(¦Int, Int) = none;', /^Expected Text after Map\(/],
  ['field a: Record(x: Int, ¦x: Int) = none;', /^The record has two members x$/],
  ['field a: Int = ¦;', /^Expected an expression, found ;$/],
  ['field a: Int = 1 + ¦if (true) then 1 else 2;', /^Expected an expression, found if$/, /parentheses/],
  ['field a: Int = if ¦true then 1 else 2;', /^Expected \( after if, found true$/],
  ['field a: Int = if (true) ¦1 else 2;', /^Expected then after the condition/],
  ['field a: Int = if (true) then 1¦;', /^Expected else after the first branch, found ;$/],
  ['field a: Int = if (true) ¦than 1 else 2;', /^Expected then/, /Did you mean then\?/],
  ['field a: Int = let ¦if = 1; 2;', /^Expected a name after let, found if$/, /word of the language/],
  ['field a: Int = let x ¦1; x;', /^Expected = after let x/],
  ['field a: Bool = 1 < 2 ¦< 3;', /^Comparisons cannot be chained$/, /a < b && b < c/],
  ['field a: Bool = 1 ¦= 2;', /^Expected an operator, found =$/, /==/],
  ['field a: Bool = 1 ¦& 2;', /^The character & does not belong here$/, /&&/],
  ["field a: Text = ¦'x';", /^The character ' does not belong here$/, /double quotes/],
  ['field a: Text = ¦“x”;', /^The character “ does not belong here$/, /double quotes/],
  ['field a: Int = 1; ¦# note', /^The character # does not belong here$/, /--/],
  ['field\u00a0a: Int = 1;'.replace('\u00a0', '¦\u00a0'), /^The character U\+00A0 does not belong here$/, /no-break/],
  ['field a: Text = ¦"x;\n', /^This text has no closing quote$/],
  ['field a: Text = "x¦\\q";', /^\\q is not an escape$/],
  ['field a: Text = "x¦\\u12g4";', /^\\u is not an escape$/],
  ['field a: Text = "x¦\u0007";', /^This text contains the control character U\+0007$/],
  ['field a: Text = ¦"\\ud800";', /^This text contains half of a surrogate pair$/],
  ['field a: Date = date(¦"2023-02-29");', /^"2023-02-29" is not a date$/],
  ['field a: Qty(kg) = qty(¦x, kg);', /^Expected a number, found x$/, /toQty/],
  ['field a: Qty(kg) = qty(¦1.0000001, kg);', /^A quantity has at most 6 decimals$/],
  ['field a: Int = f(1, 2¦;', /^Expected \) after the arguments of f, found ;$/],
  ['field a: Int = map(x, ¦-> 1);', /^Expected an expression, found ->$/],
  ['field a: Int = map(x, \\x ¦1);', /^Expected -> after the parameters/],
  ['field a: Int = assert(true, ¦1, "m"); 1;', /^Expected the code of the assertion, as text, found 1$/],
  ['example e: ¦fact', /^Expected \{ after e:/],
  ['example e: { fact f("a", "b") = {"x": ¦1.5}; } => ;', /^Facts cannot contain fractions$/, /"1\.5"/],
  ['example e: { fact f("a", "b") = {"x": 1, ¦"x": 2}; } => ;', /^The object has two members "x"$/],
  ['example e: {} => ¦', /^Expected expect\(…\) or ;/],
  ['example e: {} => expect(a, ¦= 1);', /^Expected a comparison/],
  ['example e: {} => expect(a, == ¦x);', /^Expected a literal, found x$/],
  ['property p: ¦seed(1) => ;', /^Expected cases after p:/],
  ['property p: cases(1) seed(1) => ¦;', /^Expected forall, found ;$/],
  ['property p: cases(1) seed(1) => forall x: Int ¦implies(true, true);', /^Expected \. after the type/],
];

for (const [marked, message, hint] of ERRORS) {
  test(marked, () => {
    const place = marked.indexOf('¦');
    const before = marked.slice(0, place).split('\n');
    const [problem] = problemsOf(marked.replace('¦', ''));
    expect(problem).toMatchObject({
      code: 'RULE_PARSE_ERROR',
      message: expect.stringMatching(message) as unknown,
      line: before.length,
      column: [...before.at(-1)!].length + 1,
    });
    if (hint) expect(problem?.hints?.join('\n')).toMatch(hint);
  });
}

test('an unknown unit is UNIT_MISMATCH, wherever it is written', () => {
  for (const source of [
    'field a: Qty(kgg) = none;',
    'field a: Int = qty(1, kgg);',
    'field a: Int = toQty("kgg", 1);',
  ]) {
    expect(problemsOf(source)[0]).toMatchObject({ code: 'UNIT_MISMATCH', hints: ['Did you mean kg?'] });
  }
});

test('columns count characters, not UTF-16 code units', () => {
  expect(problemsOf('field a: Text = "🔋🔋" ?;')[0]).toMatchObject({ line: 1, column: 22 });
});

test('a byte order mark and Windows line ends are white space', () => {
  expect(problemsOf('\uFEFFfield a: Int = 1;\r\nfield b: Int = 2;\r\n')).toEqual([]);
});

test('the notation of prose is accepted', () => {
  const prose = parsed('field a: Qty("kg") = sumQty("kg", map(@b, λx → x)); field b: List(Qty(kg)) = [qty(1, "kg")];');
  const plain = parsed('field a: Qty(kg) = sumQty("kg", map(@b, \\x -> x)); field b: List(Qty(kg)) = [qty(1.0, kg)];');
  expect(withoutPlaces(prose)).toEqual(withoutPlaces(plain));
});

test('operators bind as in mathematics', () => {
  const value = (source: string): unknown => withoutPlaces(parsed(`field a: Int = ${source};`));
  const ungrouped = (source: string): unknown =>
    JSON.parse(JSON.stringify(value(source)), (_, node: { kind?: string; inner?: unknown } | null) =>
      node?.kind === 'group' ? node.inner : node,
    );
  expect(ungrouped('a || b && c == d + e * f')).toEqual(ungrouped('a || (b && (c == (d + (e * f))))'));
  expect(ungrouped('a - b - c')).toEqual(ungrouped('(a - b) - c'));
  expect(ungrouped('!a && b')).toEqual(ungrouped('(!a) && b'));
  expect(ungrouped('a -1')).toEqual(ungrouped('a - 1'));
});

test.each([
  ['parentheses', `field a: Int = ${'('.repeat(100_000)}`],
  ['lists', `field a: Int = ${'['.repeat(100_000)}`],
  ['negations', `field a: Bool = ${'!'.repeat(100_000)}true;`],
  ['calls', `field a: Int = ${'f('.repeat(100_000)}`],
  ['branches', `field a: Int = ${'if (true) then 1 else '.repeat(10_000)} 1;`],
  ['functions', `field a: Int = ${'\\x -> '.repeat(10_000)} 1;`],
  ['sums', `field a: Int = 1${' + 1'.repeat(10_000)};`],
  ['types', `field a: ${'List('.repeat(10_000)}`],
  ['JSON', `example e: { fact f("a", "b") = {"x": ${'['.repeat(10_000)}`],
])('%s that are nested too deeply are an error with a place', (_, source) => {
  expect(problemsOf(source)[0]).toMatchObject({
    code: 'RULE_PARSE_ERROR',
    message: 'This is nested deeper than 200 levels',
  });
});

test('a rule may have any number of names', () => {
  const names = Array.from(
    { length: 20_000 },
    (_, index) => `let x${index} = ${index === 0 ? '1' : `x${index - 1} + 1`};`,
  );
  expect(problemsOf(`field a: Int = ${names.join('\n')} x19999;`)).toEqual([]);
});

test('the source and its numbers have limits', () => {
  expect(problemsOf(' '.repeat(4_000_001))[0]).toMatchObject({ code: 'RULE_PARSE_ERROR', line: 1, column: 1 });
  expect(problemsOf(`field a: Int = ${'9'.repeat(1_001)};`)[0]?.message).toBe('This number has more than 1000 digits');
  expect(problemsOf(`field a: Int = ${'9'.repeat(1_000)};`)).toEqual([]);
});

test('the problem of a parse has what an editor needs', () => {
  const result = parseRules('field a: Int = 1 ? 2;');
  expect(result).toMatchObject({ ok: false, problem: { line: 1, column: 18, span: { start: 17, end: 18 } } });
});

/** A tree without places, which differ between two ways to write the same. */
function withoutPlaces(rules: ReturnType<typeof parsed>): unknown {
  const text = JSON.stringify(rules.declarations, (key, value: unknown) => {
    if (key.endsWith('pan') || key === 'depth') return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });
  return JSON.parse(text);
}
