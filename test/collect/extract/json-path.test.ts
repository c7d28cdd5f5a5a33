import { describe, expect, test } from 'vitest';
import { parseJsonPath, valueAt } from '../../../src/collect/extract/json-path.js';

const DOCUMENT = { price: { value: 12 }, list: [{ id: 'a' }, { id: 'b' }], 'US.dollar': 3, 'a"b': 4, '': 5 };

describe('a path', () => {
  test.each([
    ['price.value', 12],
    ['$.price.value', 12],
    ['list.0.id', 'a'],
    ['list[1].id', 'b'],
    ['list.-1.id', 'b'],
    ['"US.dollar"', 3],
    ['["US.dollar"]', 3],
    ['"a\\"b"', 4],
    ['price.missing', undefined],
    ['price.value.deeper', undefined],
    ['list.id', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('%s finds %j', (text, expected) => {
    expect(valueAt(DOCUMENT, parseJsonPath(text) ?? ['?'])).toBe(expected);
  });

  test('$ is the document', () => {
    expect(valueAt(DOCUMENT, parseJsonPath('$') ?? ['?'])).toBe(DOCUMENT);
  });

  test.each(['a.', '.a', 'a..b', 'a[', 'a[x]', '"a'])('%s is none', (text) => {
    expect(parseJsonPath(text)).toBeNull();
  });
});
