import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { afterAll, describe, expect, test } from 'vitest';
import { gs1DigitalLink, passportLink } from '../../../src/passport/qr/carrier-link.js';
import { crc32 } from '../../../src/passport/qr/crc32.js';
import { qrCode } from '../../../src/passport/qr/qr-code.js';
import { qrPayload } from '../../../src/passport/qr/qr-payload.js';
import { qrPng } from '../../../src/passport/qr/qr-png.js';
import { programOnPath } from '../../../src/process/index.js';
import { sha256Hex } from '../../../src/platform/index.js';
import { coloured, type Picture, readPng, rotated, scaled, slowCrc32, speckled, stained, writePng } from './picture.js';

const PAYLOAD = qrPayload({
  passportVersionId: '550e8400-e29b-41d4-a716-446655440000',
  payloadHash: sha256Hex('payload'),
  proofRootHash: sha256Hex('proof'),
  receiptHash: sha256Hex('receipt'),
});

const zbarimg = await programOnPath('zbarimg', process.env);
if (zbarimg === undefined) console.warn('zbarimg is not installed: QR codes are read by jsQR only');
const folder = mkdtempSync(join(tmpdir(), 'casparian-qr-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The package is CommonJS, and its types say something else. */
const readQr = jsqr as unknown as typeof jsqr.default;

/** What every reader of this machine reads; the message names the reader. */
function expectReadable(picture: Picture, text: string): void {
  expect(readQr(coloured(picture), picture.width, picture.height)?.data, 'jsQR').toBe(text);
  if (zbarimg === undefined) return;
  const file = join(folder, 'code.png');
  writeFileSync(file, writePng(picture));
  const output = execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(output.toString().trimEnd(), 'zbarimg').toBe(text);
}

describe('the QR code of a passport', { timeout: 60_000 }, () => {
  const code = qrCode(PAYLOAD);
  const picture = readPng(qrPng(code));

  test('has 53 modules a side (version 9) and a quiet zone of four modules', () => {
    expect(code.size).toBe(53);
    expect([picture.width, picture.height]).toEqual([610, 610]);
    const border = [...picture.pixels].filter((_, index) => {
      const [x, y] = [index % 610, Math.floor(index / 610)];
      return x < 40 || y < 40 || x >= 570 || y >= 570;
    });
    expect(new Set(border)).toEqual(new Set([255]));
    expect(picture.pixels[40 * 610 + 40]).toBe(0);
  });

  test('is read as it is', () => expectReadable(picture, PAYLOAD));

  test.each([90, 180, 270, 7, 33])('is read when it is turned by %d degrees', (degrees) => {
    expectReadable(rotated(picture, degrees), PAYLOAD);
  });

  test.each([183, 236, 400, 1_200])('is read at %d pixels', (side) => {
    // 236 pixels are 2 cm at 300 dots per inch, where a module has 3.9 dots.
    expectReadable(scaled(picture, side), PAYLOAD);
  });

  test('is read at 2 cm and 300 dots per inch, with specks', () => {
    expectReadable(speckled(scaled(picture, 236), 0.02, 1), PAYLOAD);
  });

  test.each([
    ['black', 0],
    ['white', 255],
    ['grey', 110],
  ])('is read with a %s stain on a fifth of its side', (_, colour) => {
    expectReadable(stained(picture, 0.4, 0.4, 0.2, colour), PAYLOAD);
  });

  test('is read with specks on a tenth of its area, as a camera sees them', () => {
    expectReadable(scaled(speckled(picture, 0.1, 2), 400), PAYLOAD);
  });

  test('its image has the same bytes every time', () => {
    expect(qrPng(qrCode(PAYLOAD))).toEqual(qrPng(code));
    expect(qrPng(code).length).toBeLessThan(8_000);
    expect(sha256Hex(qrPng(code))).toBe('f3163da50c468d8f947acd736f2bb92a99d00ce2ff5088ba20da835442d169cb');
  });

  test.each([1, 3, 4, 10, 25, 40])('at %d pixels per module the image is valid', (pixelsPerModule) => {
    const { width, pixels } = readPng(qrPng(code, pixelsPerModule));
    expect(width).toBe(61 * pixelsPerModule);
    const middle = Math.floor(pixelsPerModule / 2);
    const modules = Array.from({ length: 61 * 61 }, (_, index) => [Math.floor(index / 61), index % 61] as const);
    const wanted = modules.map(([row, column]) => {
      const isDark = row >= 4 && column >= 4 && row < 57 && column < 57 && code.isDark(row - 4, column - 4);
      return isDark ? 0 : 255;
    });
    const drawn = modules.map(
      ([row, column]) => pixels[(row * pixelsPerModule + middle) * width + column * pixelsPerModule + middle],
    );
    expect(drawn).toEqual(wanted);
  });

  test('its chunks have the right checksums', () => {
    expect(crc32(Buffer.from('IEND'))).toBe(0xae426082);
    expect(crc32(Buffer.from(PAYLOAD))).toBe(slowCrc32(Buffer.from(PAYLOAD)));
  });
});

describe('the link of a passport', { timeout: 60_000 }, () => {
  test.each([
    ['https://id.example.com', '4006381333931', 'S-1', 'https://id.example.com/01/04006381333931/21/S-1'],
    ['https://id.example.com/', '96385074', 'a/b?c', 'https://id.example.com/01/00000096385074/21/a%2Fb%3Fc'],
    ['https://example.com/dpp', '036000291452', '1', 'https://example.com/dpp/01/00036000291452/21/1'],
    ['https://example.com', '10614141000415', '1', 'https://example.com/01/10614141000415/21/1'],
  ])('%s, GTIN %s, serial number %s', (resolver, gtin, serial, link) => {
    expect(gs1DigitalLink(resolver, gtin, serial)).toBe(link);
    expectReadable(readPng(qrPng(qrCode(link))), link);
  });

  test('a wrong GTIN, serial number or resolver is refused', () => {
    const link = (resolver: string, gtin: string, serial: string) => () => gs1DigitalLink(resolver, gtin, serial);
    expect(link('https://a.example', '4006381333932', '1')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', why: 'Its last digit should be 1.' }),
    );
    expect(link('https://a.example', '40063813339', '1')).toThrow("'40063813339' is not a GTIN");
    expect(link('https://a.example', '4006381333931', '')).toThrow('serial number');
    expect(link('https://a.example', '4006381333931', 'x'.repeat(21))).toThrow('serial number');
    for (const resolver of ['ftp://a.example', 'a.example', 'https://a.example?x', 'https://u:p@a.example', '']) {
      expect(link(resolver, '4006381333931', '1')).toThrow('is not the address of a resolver');
    }
  });

  test('a plain link has the id and the hash of the payload', () => {
    const link = passportLink('https://a.example', '550e8400-e29b-41d4-a716-446655440000', '00'.repeat(32));
    expect(link).toBe(`https://a.example/p/550e8400-e29b-41d4-a716-446655440000?ph=${'A'.repeat(52)}`);
    expectReadable(readPng(qrPng(qrCode(link))), link);
  });
});

describe('codes of all sizes', { timeout: 60_000 }, () => {
  /** The longest text in bytes of each version at level M (ISO/IEC 18004, table 7). */
  const CAPACITIES = [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
    997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
  ];

  test.each(CAPACITIES.map((capacity, index) => [index + 1, capacity] as const))(
    'version %d holds %d bytes and is read',
    (version, capacity) => {
      const text = Array.from(
        { length: capacity },
        (_, index) => 'passport|=?#~{}xyz'[(index * index + version) % 18],
      ).join('');
      const code = qrCode(text);
      expect(code.size).toBe(17 + 4 * version);
      const { width, height, pixels } = readPng(qrPng(code, 4));
      expect(readQr(coloured({ width, height, pixels }), width, height)?.data).toBe(text);
      if (version < 40) expect(qrCode(`${text}!`).size).toBe(17 + 4 * (version + 1));
    },
  );

  test.each([
    ['A'.repeat(20), 21],
    ['A'.repeat(21), 25],
    [`${'A'.repeat(19)}a`, 25],
  ])('%s has the smallest code with %d modules', (text, size) => {
    const code = qrCode(text);
    expect(code.size).toBe(size);
    expectReadable(readPng(qrPng(code)), text);
  });
});

test('texts that do not fit or are not ASCII are refused', () => {
  expect(() => qrCode('é')).toThrow('printable ASCII');
  expect(() => qrCode('')).toThrow('printable ASCII');
  expect(() => qrCode('x'.repeat(3_000))).toThrow('a text of 3000 characters does not fit into a QR code');
});
