import { LargeUtf8, vectorFromArray } from 'apache-arrow';
import { expect, test } from 'vitest';
import { variableBytesOf } from '../../../src/contract/columns/arrow-buffers.js';

test('the offsets of a column of large texts are narrowed and checked once', () => {
  const [data] = vectorFromArray(['a', 'longer', ''], new LargeUtf8()).data;
  const first = data && variableBytesOf(data);
  expect([...(first?.offsets ?? [])]).toEqual([0, 1, 7, 7]);
  expect(data && variableBytesOf(data)).toBe(first);
});
