import { crc32 } from './crc32.js';
import { deflateRows, type RepeatedRow } from './deflate-rows.js';
import type { QrCode } from './qr-code.js';
import { QUIET_ZONE } from './quiet-zone.js';

const DEFAULT_PIXELS_PER_MODULE = 10;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The code as a PNG in black and white, with its quiet zone. The same code always gives the same bytes: no part of it depends on
 * the version of a compression library.
 */
export function qrPng(code: QrCode, pixelsPerModule = DEFAULT_PIXELS_PER_MODULE): Buffer {
  const pixels = (code.size + 2 * QUIET_ZONE) * pixelsPerModule;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // One bit per pixel, greyscale.
  header[8] = 1;
  const rowBytes = 1 + Math.ceil(pixels / 8);
  const data = deflateRows(pixelRows(code, pixels, pixelsPerModule), rowBytes);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Rows of pixels, each after its filter type 0. */
function* pixelRows(code: QrCode, pixels: number, pixelsPerModule: number): Generator<RepeatedRow> {
  for (let row = -QUIET_ZONE; row < code.size + QUIET_ZONE; row += 1) {
    yield { bytes: moduleRow(code, row, pixels, pixelsPerModule), times: pixelsPerModule };
  }
}

/** Bit 1 is white. */
function moduleRow(code: QrCode, row: number, pixels: number, pixelsPerModule: number): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil(pixels / 8));
  bytes.fill(0xff, 1);
  // The bits after the last pixel are black.
  if (pixels % 8 > 0) bytes[bytes.length - 1] = 0xff00 >> (pixels % 8);
  if (row < 0 || row >= code.size) return bytes;
  for (let column = 0; column < code.size; column += 1) {
    if (!code.isDark(row, column)) continue;
    const start = (column + QUIET_ZONE) * pixelsPerModule;
    for (let x = start; x < start + pixelsPerModule; x += 1) {
      const byte = 1 + (x >> 3);
      bytes[byte] = (bytes[byte] as number) & ~(0x80 >> (x & 7));
    }
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
