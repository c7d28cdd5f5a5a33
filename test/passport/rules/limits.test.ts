import { expect, test } from 'vitest';
import { runTests } from '../../../src/passport/rules/testing/run-tests.js';
import { evaluate, failureOf, problemsOf, typed, valuesOf } from './rule-source.js';

/** Names that are each made of the one before. */
function chain(first: string, next: (name: string) => string, count: number): string {
  const steps = Array.from({ length: count }, (_, index) => `let x${index + 1} = ${next(`x${index}`)};`);
  return `let x0 = ${first}; ${steps.join(' ')}`;
}

const TEN = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';

test('numbers have at most 1,000 digits', () => {
  expect(failureOf('Int', `${chain('10', (x) => `${x} * ${x}`, 50)} x50`)).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'A number has more than 1000 digits',
  });
});

test('a list that contains the same list many times is refused before it is written out', () => {
  const doublings = Array.from({ length: 60 }, (_, index) => `let y${index + 1} = [y${index}, y${index}];`).join(' ');
  expect(failureOf('Int', `let y0 = 1; ${doublings} 1`)).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'A value contains more than 100000 values',
  });
});

test('lists of lists of lists are refused while they are built', () => {
  const deep = Array.from({ length: 40 }, (_, index) => `let y${index + 1} = map(${TEN}, \\i -> y${index});`).join(' ');
  expect(failureOf('Int', `let y0 = 1; ${deep} 1`)).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'A value contains more than 100000 values',
  });
});

test('functions inside functions run out of steps', () => {
  const nested = Array.from({ length: 12 }, () => `fold(${TEN}, 0, \\a b -> `).join('');
  expect(failureOf('Int', `${nested}1${')'.repeat(12)}`)).toMatchObject({ code: 'RULE_LIMIT_EXCEEDED' });
});

test('a proof has at most 20,000 nodes', () => {
  const list = `[${Array.from({ length: 200 }, (_, index) => index).join(', ')}]`;
  const rule = `fold(${list}, 0, \\a x -> a + fold(${list}, 0, \\b y -> b + x * 200 + y))`;
  expect(failureOf('Int', rule)).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'The proof has more than 20000 nodes',
  });
});

test('a long text that is passed on many times uses up the steps', () => {
  const facts = { A: { k: { text: 'x'.repeat(1_000_000) } } };
  const read = 'requireSome(recordGet(requireSome(getFact("A", "k"), "E", "m"), "text"), "E", "m")';
  const many = Array.from({ length: 100 }, (_, index) => index).join(', ');
  expect(
    failureOf('Int', `let t = ${read}; fold([${many}], 0, \\a i -> if (t == "y") then i else a)`, facts).code,
  ).toBe('RULE_LIMIT_EXCEEDED');
});

test('ten thousand fields that depend on each other are computed without recursion', () => {
  const fields = Array.from({ length: 10_000 }, (_, index) =>
    index === 0 ? 'field f0: Int = 1;' : `field f${index}: Int = field("f${index - 1}");`,
  );
  const values = valuesOf(fields.join('\n'));
  expect(values.f9999).toBe(1);
});

test('a test demands a field at the end of a long chain without recursion', () => {
  const fields = Array.from({ length: 5_000 }, (_, index) =>
    index === 0 ? 'field f0: Int = 1;' : `field f${index}: Int = field("f${index - 1}");`,
  );
  const source = `${fields.join('\n')} example e: {} => expect(f4999, == 1);`;
  expect(runTests(typed(source), { seed: 1n }).status).toBe('PASSED');
});

test('all tests of a run share a budget', () => {
  const work = `fold(map(${TEN}, \\i -> fold(${TEN}, 0, \\a b -> a + fold(${TEN}, 0, \\c d -> c + d))), 0, \\a b -> a + b)`;
  const source = `property p: cases(1000) seed(1) => forall x: Int . implies(true, ${work} > 0);`;
  const report = runTests(typed(source), { seed: 1n, maxSteps: 100_000 });
  expect(report).toMatchObject({
    status: 'FAILED',
    totalCases: 1_000,
    firstFailure: { code: 'RULE_LIMIT_EXCEEDED' },
  });
});

test('an evaluation that fails gives nothing but the problem', () => {
  const result = evaluate('field a: Int = 1; field b: Int = 1 / 0;');
  expect(Object.keys(result)).toEqual(['ok', 'problem']);
});

test('names, paths and records have limits', () => {
  const message = (source: string): string | undefined => problemsOf(source)[0]?.message;
  expect(message(`field ${'a'.repeat(256)}: Int = 1;`)).toBe('This name has more than 255 characters');
  expect(message(`field ${'a'.repeat(255)}: Int = 1;`)).toBe(undefined);
  expect(message(`field a${'.a'.repeat(64)}: Int = 1;`)).toBe('A path has at most 64 names');
  expect(message(`field a${'.a'.repeat(63)}: Int = 1;`)).toBe(undefined);
  const members = Array.from({ length: 1_001 }, (_, index) => `m${index}: Int`).join(', ');
  expect(message(`field a: Record(${members}) = none;`)).toBe('A record has at most 1000 members');
});

test('texts of a source do not fill the messages', () => {
  const long = 'x'.repeat(1_000_000);
  for (const rule of [`toQty("${long}", 1)`, `field("${long}")`, `date("${long}")`]) {
    expect(problemsOf(`field a: Int = ${rule};`)[0]!.message.length).toBeLessThan(150);
  }
});

/** Sources that would take hours without a limit. The time limit of the test is far above what they take. */
const OPERAND = 'requireSome(recordGet(requireSome(getFact("A", "k"), "E", "m"), "text"), "E", "m")';
const NUMBERS = `[${Array.from({ length: 150 }, (_, index) => index).join(', ')}]`;
const loop = (body: string): string =>
  `fold(${NUMBERS}, 0, \\a i -> fold(${NUMBERS}, 0, \\b j -> fold(${NUMBERS}, 0, \\c k -> ${body})))`;

test.each([
  ['long texts that are compared', `let t = ${OPERAND}; ${loop('if (t < "y" && t == "z") then 1 else 2')}`],
  [
    'long lists that are cast',
    `let t = ${OPERAND.replace('"text"', '"list"')}; ${loop('unwrapOr(recordGet(t, "x"), 1)')}`,
  ],
  ['long numbers that are multiplied', `let n = ${'9'.repeat(499)}; ${loop('if (n * n > 1) then 1 else 2')}`],
])('%s use up the steps', { timeout: 60_000 }, (_, rule) => {
  const list = Array.from({ length: 50_000 }, (_each, index) => index);
  const facts = {
    A: { k: { text: 'x'.repeat(1_000_000), list: Object.fromEntries(list.map((one) => [`m${one}`, one])) } },
  };
  expect(failureOf('Int', rule, facts).code).toBe('RULE_LIMIT_EXCEEDED');
});

test('many errors in one long line are found in bounded time', { timeout: 60_000 }, () => {
  const rules = Array.from(
    { length: 9_000 },
    (_, index) => `field f${index}: Int = nothing_${index} + field("g${index}");`,
  );
  expect(problemsOf(rules.join(' '))).toHaveLength(100);
});

test('a list may be as long as a source', () => {
  const many = `[${'1,'.repeat(400_000)}2.5]`;
  expect(problemsOf(`field a: List(Dec(1)) = ${many};`)).toEqual([]);
  expect(failureOf('List(Dec(1))', many).code).toBe('RULE_LIMIT_EXCEEDED');
});

test('a long text of a rule in a function uses up the steps', { timeout: 60_000 }, () => {
  const text = JSON.stringify('x'.repeat(1_000_000));
  expect(failureOf('Int', loop(`let t = ${text}; 1`)).code).toBe('RULE_LIMIT_EXCEEDED');
  expect(failureOf('Int', loop(`assert(true, ${text}, "m"); 1`)).code).toBe('RULE_LIMIT_EXCEEDED');
});

test('a text of a rule takes steps for its length each time that it is computed', () => {
  // A million characters count as 62,500 steps, and there are a million.
  const text = JSON.stringify('x'.repeat(1_000_000));
  const rule = (times: number): string =>
    `fold([${Array.from({ length: times }, (_, index) => index).join(', ')}], 0, \\a i -> let t = ${text}; i)`;
  expect(valuesOf(`field a: Int = ${rule(12)};`)).toEqual({ a: 11 });
  expect(failureOf('Int', rule(17))).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'The rules need more than 1000000 steps',
  });
});

test('a comparison takes steps for the length of the shorter text', () => {
  const facts = { A: { k: { text: 'x'.repeat(1_000_000) } } };
  const rule = (times: number): string => {
    const text = 'requireSome(recordGet(requireSome(getFact("A", "k"), "E", "m"), "text"), "E", "m")';
    const list = Array.from({ length: times }, (_, index) => index).join(', ');
    return `let t = if (true) then ${text} else ""; fold([${list}], 0, \\a i -> if (t == t) then i else a)`;
  };
  expect(valuesOf(`field a: Int = ${rule(5)};`, facts)).toEqual({ a: 4 });
  expect(failureOf('Int', rule(16), facts)).toMatchObject({
    code: 'RULE_LIMIT_EXCEEDED',
    message: 'The rules need more than 1000000 steps',
  });
});
