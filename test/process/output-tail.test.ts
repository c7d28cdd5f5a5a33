import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutputTail, tailText } from '../../src/process/output-tail.js';

test('however the bytes arrive, the tail is the end of all of them', () => {
  const anyChunks = fc.array(fc.uint8Array({ maxLength: 20 }));
  fc.assert(
    fc.property(anyChunks, fc.nat({ max: 30 }), (chunks, maxBytes) => {
      const tail = createOutputTail(maxBytes);
      for (const chunk of chunks) tail.add(Buffer.from(chunk));
      const all = Buffer.concat(chunks);
      expect(tail.bytes).toBe(all.length);
      expect(tail.read()).toEqual(all.subarray(Math.max(0, all.length - maxBytes)));
    }),
    { numRuns: 500 },
  );
});

test('a tail is not changed by what is added after it was read', () => {
  const tail = createOutputTail(4);
  tail.add(Buffer.from('ab'));
  const read = tail.read();
  tail.add(Buffer.from('cdef'));
  expect(read.toString()).toBe('ab');
});

test.each([1, 2, 3])('a character of which the cut left %i bytes is dropped', (bytes) => {
  expect(tailText(Buffer.from('😀 done').subarray(4 - bytes))).toBe(' done');
});
