import { crc32 } from './crc32.js';
import { deflateRows } from './deflate-rows.js';
import type { QrCode } from './qr-code.js';

/** ISO/IEC 18004 requires four modules; many readers fail with less. */
const QUIET_ZONE = 4;
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
  const data = deflateRows(pixelRows(code, pixels, pixelsPerModule));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** Rows of pixels, each after its filter type 0. */
function* pixelRows(code: QrCode, pixels: number, pixelsPerModule: number): Generator<Buffer> {
  for (let row = -QUIET_ZONE; row < code.size + QUIET_ZONE; row += 1) {
    const pixelRow = moduleRow(code, row, pixels, pixelsPerModule);
    for (let repeat = 0; repeat < pixelsPerModule; repeat += 1) yield pixelRow;
  }
}

/** Bit 1 is white. */
function moduleRow(code: QrCode, row: number, pixels: number, pixelsPerModule: number): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(pixels / 8));
  for (let x = 0; x < pixels; x += 1) {
    if (isDark(code, row, Math.floor(x / pixelsPerModule) - QUIET_ZONE)) continue;
    const byte = 1 + (x >> 3);
    bytes[byte] = (bytes[byte] as number) | (0x80 >> (x & 7));
  }
  return bytes;
}

function isDark(code: QrCode, row: number, column: number): boolean {
  const isInside = row >= 0 && row < code.size && column >= 0 && column < code.size;
  return isInside && code.isDark(row, column);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
