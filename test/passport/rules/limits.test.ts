import { expect, test } from 'vitest';
import { runTests } from '../../../src/passport/rules/testing/run-tests.js';
import { evaluate, failureOf, typed, valuesOf } from './rule-source.js';

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
