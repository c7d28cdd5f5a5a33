import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRules } from '../../../src/passport/rules/syntax/parse-rules.js';
import { problemsOf } from './rule-source.js';
import { sources } from './rule-texts.js';

/** Whatever the source is, the result is rules, or problems with a place in the source. */
function expectSound(source: string): void {
  const lines = source.split('\n');
  for (const { line, column, message, span } of problemsOf(source)) {
    expect(message).not.toBe('');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual([...lines[line - 1]!].length + 1);
    expect(span.start).toBeLessThanOrEqual(source.length);
  }
}

test('any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), expectSound), { numRuns: 200 });
});

const WORDS = [
  ...[
    'field',
    'example',
    'property',
    'let',
    'if',
    'then',
    'else',
    'assert',
    'true',
    'none',
    'date',
    'qty',
    'fact',
    'expect',
  ],
  ...[
    'cases',
    'seed',
    'forall',
    'implies',
    'x',
    'a.b',
    'getFact',
    'map',
    'toDec',
    'Int',
    'Dec',
    'Record',
    'Opt',
    'kg',
    '"text"',
  ],
  ...[
    '1',
    '1.5',
    '-',
    '--',
    '==',
    '=>',
    '->',
    '&&',
    '<',
    '+',
    '*',
    '/',
    '!',
    '=',
    ':',
    ';',
    ',',
    '.',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
  ],
  ...['@', '\\', '\n', '"', 'λ', '→', '🔋', '\ud800'],
];

test('any tokens in any order', () => {
  const soups = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' '));
  fc.assert(fc.property(soups, expectSound), { numRuns: 1_000 });
  const rules = soups.map((soup) => `field x: Int = ${soup}`);
  fc.assert(fc.property(rules, expectSound), { numRuns: 1_000 });
});

test('rules with something cut out, doubled or exchanged', () => {
  const damages = fc.tuple(sources, fc.nat(), fc.nat(20), fc.constantFrom(...WORDS, ''));
  fc.assert(
    fc.property(damages, ([source, place, length, instead]) => {
      const at = place % (source.length + 1);
      expectSound(source.slice(0, at) + instead + source.slice(at + length));
      expectSound(source.slice(0, at));
    }),
    { numRuns: 500 },
  );
});

test('every source of the grammar is parsed', () => {
  fc.assert(
    fc.property(sources, (source) => {
      expect(parseRules(source)).toMatchObject({ ok: true });
      expectSound(source);
    }),
    { numRuns: 300 },
  );
});
