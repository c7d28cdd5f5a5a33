import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalEnd,
  itemTexts,
  membersAt,
  NotCanonical,
  sourceOf,
} from '../../../src/passport/bundle/canonical-text.js';
import { cjsonText, parseExactJson } from '../../../src/platform/index.js';

/** What the pass over the bytes says. */
function isCanonical(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    return canonicalEnd(bytes, 0) === bytes.length;
  } catch (error) {
    if (error instanceof NotCanonical) return false;
    throw error;
  }
}

/** What decoding and encoding again says. */
function isOwnForm(text: string): boolean {
  try {
    return cjsonText(parseExactJson(text)) === text;
  } catch {
    return false;
  }
}

test.each([
  '{}',
  '[]',
  '""',
  '0',
  '-1',
  '10',
  'true',
  'false',
  'null',
  '[1,2]',
  '{"a":1,"b":[{}]}',
  '"é😀"',
  '"\\n\\u0001\\""',
  '{"":1,"a":2}',
  '{"a":1,"ab":2}',
  '{"\\n":1," ":2}',
  '{"\uFB33":1,"😀":2}',
  '12345678901234567890',
])('%s is canonical', (text) => {
  expect([isCanonical(text), isOwnForm(text)]).toEqual([true, true]);
});

test.each([
  '',
  ' {}',
  '{} ',
  '{ }',
  '[1, 2]',
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '{"a"}',
  '{"a":}',
  '{1:2}',
  '{"b":1,"a":2}',
  '{"a":1,"a":2}',
  '{"ab":1,"a":2}',
  '{" ":1,"\\n":2}',
  '{"😀":1,"\uFB33":2}',
  '-0',
  '01',
  '1.0',
  '1.5',
  '1e3',
  '+1',
  '-',
  'tru',
  'TRUE',
  'NaN',
  '"a',
  '"\n"',
  '"\\/"',
  '"\\u0041"',
  '"\\u000A"',
  '"\\ud800"',
  '"\\x"',
  '[',
  '{',
  '[1',
  '[[]',
  '{"a":[}',
  '[1]]',
  '1 1',
])('%j is not canonical', (text) => {
  expect([isCanonical(text), isOwnForm(text)]).toEqual([false, false]);
});

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('what the encoder writes is canonical, and its parts are found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), json), fc.array(json), (record, list) => {
      const text = cjsonText(record);
      const source = sourceOf(Buffer.from(text));
      const { members, end } = membersAt(source, 0);
      expect(end).toBe(source.bytes.length);
      const found = [...members].map(([name, span]) => [name, source.slice(span.start, span.end)]);
      expect(new Map(found as [string, string][])).toEqual(
        new Map(Object.entries(record).map(([name, value]) => [name, cjsonText(value)])),
      );
      expect(itemTexts(sourceOf(Buffer.from(cjsonText(list))), 0)).toEqual(list.map((item) => cjsonText(item)));
    }),
  );
});

test('a text with a change is canonical only if encoding it again gives the same', () => {
  const pieces = fc.constantFrom(...'{}[],:"\\ 019-.eta', '\\n', '\\u0041', '"a":', 'null', '😀', '\uFB33');
  fc.assert(
    fc.property(json, fc.nat(), pieces, fc.nat(3), (value, at, piece, removed) => {
      const letters = [...cjsonText(value)];
      letters.splice(at % (letters.length + 1), removed, piece);
      const text = letters.join('');
      expect(isCanonical(text)).toBe(isOwnForm(text));
    }),
    { numRuns: 5_000 },
  );
}, 60_000);

test('a million levels are read without recursion, and what is cut off is refused', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  expect(isCanonical(deep)).toBe(true);
  expect(isCanonical(deep.slice(0, -1))).toBe(false);
});
