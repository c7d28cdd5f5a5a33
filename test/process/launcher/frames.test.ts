import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader, encodeFrame, type Frame } from '../../../src/process/launcher/frames.js';
import { decodeStart, encodeStart } from '../../../src/process/launcher/start-request.js';

function readAll(pieces: readonly Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const read = createFrameReader((frame) => frames.push({ ...frame, payload: Buffer.from(frame.payload) }));
  for (const piece of pieces) read(piece);
  return frames;
}

const frames = fc.array(
  fc.record({
    type: fc.constantFrom('start' as const, 'stdout' as const, 'exit' as const, 'pong' as const),
    run: fc.nat({ max: 2 ** 32 - 1 }),
    payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  }),
);

test('frames arrive whole and in order, in whatever pieces their bytes come', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (sent, lengths) => {
      const bytes = Buffer.concat(sent.map(encodeFrame));
      const pieces: Buffer[] = [];
      for (let at = 0, next = 0; at < bytes.length; next++) {
        const length = lengths[next % lengths.length]!;
        pieces.push(bytes.subarray(at, at + length));
        at += length;
      }
      expect(readAll(pieces)).toEqual(sent);
    }),
  );
});

test('a large frame in very many pieces is put together once', () => {
  const payload = Buffer.alloc(2_000_000, 'x');
  const bytes = encodeFrame({ type: 'start', run: 1, payload });
  // Put together with each piece, this would copy 20 GB.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, at) =>
    bytes.subarray(at * 100, (at + 1) * 100),
  );
  expect(readAll(pieces)[0]?.payload.equals(payload)).toBe(true);
});

test('what is no frame of ours is not taken for one', () => {
  const tooLong = encodeFrame({ type: 'start', run: 1, payload: Buffer.alloc(0) });
  tooLong.writeUInt32LE(2 ** 31, 0);
  expect(() => readAll([tooLong])).toThrow('a frame of 2147483648 bytes');
  const unknown = encodeFrame({ type: 'start', run: 1, payload: Buffer.alloc(0) });
  unknown.writeUInt8(99, 4);
  expect(() => readAll([unknown])).toThrow('unknown type 99');
});

test('a request to start holds any text and any bytes', () => {
  const request = { argv: ['é\ud800', ''], cwd: '/ü', env: { A: '\n"', B: undefined }, report: true };
  const stdin = Buffer.from([0, 255, 10]);
  expect(decodeStart(encodeStart({ ...request, stdin }))).toEqual({ ...request, env: { A: '\n"' }, stdin });
  expect(decodeStart(encodeStart({ ...request, stdin: Buffer.alloc(0) })).stdin).toEqual(Buffer.alloc(0));
  expect(decodeStart(encodeStart({ ...request, stdin: undefined })).stdin).toBeUndefined();
});
