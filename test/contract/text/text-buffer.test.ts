import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needNoEscape, writeInsideQuotes, writeJsonString } from '../../../src/contract/text/json-text.js';
import { SLACK, wordsOf } from '../../../src/contract/text/text-buffer.js';
import { textOf } from '../batches.js';

/** Nearly a whole buffer. */
const LONG = 'x'.repeat(65_500);
const texts = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 20 }));

test('bytes need no escape if JSON leaves ASCII as it is', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 20, max: 0x7e }),
      fc.nat({ max: 255 }),
      fc.nat({ max: 20 }),
      (bytes, byte, at) => {
        const clean = bytes.map((one) => (JSON.stringify(String.fromCharCode(one)).length > 3 ? 0x61 : one));
        expect(needNoEscape(clean)).toBe(true);
        if (at >= clean.length) return;
        clean[at] = byte;
        expect(needNoEscape(clean) || byte === 0x7f).toBe(
          byte === 0x7f || (byte < 0x80 && JSON.stringify(String.fromCharCode(byte)).length === 3),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test('texts are written as JSON has them', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(textOf((out) => writeInsideQuotes(text, out))).toBe(JSON.stringify(text).slice(1, -1));
      const bytes = Buffer.from(text);
      expect(textOf((out) => writeJsonString(bytes, 0, bytes.length, out))).toBe(JSON.stringify(bytes.toString()));
    }),
  );
});

test('parts of words follow each other without gaps, also where the buffer grows', () => {
  fc.assert(
    fc.property(
      fc.array(
        texts.map((text) => Buffer.from(text).toString()),
        { maxLength: 30 },
      ),
      (parts) => {
        const written = textOf((out) => {
          out.copyWords(wordsOf(LONG));
          for (const part of parts) out.copyWords(wordsOf(part));
        });
        expect(written).toBe(LONG + parts.join(''));
      },
    ),
  );
  const view = new DataView(Uint8Array.from(Buffer.from('abcdefgh')).buffer);
  expect(textOf((out) => out.copyWords(view, 1, 8 - SLACK))).toBe('bcde');
});

test('whole numbers are written with all digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 9, 10, 2 ** 31 - 1, 2 ** 31)), (value) => {
      expect(textOf((out) => out.integer(value))).toBe(String(value));
    }),
  );
});
