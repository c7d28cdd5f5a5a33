import { promisify } from 'node:util';
import { type HeaderLines, headerMembers } from '../message/header-lines.js';
import { tooLarge, unreadable } from './failure.js';

/** What we ask for. zstd is missing: Node 20 cannot decompress it. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Loaded for the first compressed page. */
const zlib = () => process.getBuiltinModule('node:zlib');

const gunzip: Decoder = (body, options) => promisify(zlib().gunzip)(body, options);

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (body, options) => promisify(hasZlibHeader(body) ? zlib().inflate : zlib().inflateRaw)(body, options),
  br: (body, options) => promisify(zlib().brotliDecompress)(body, options),
};

/** One coding inside another is already unusual. More of them only serve to hide a bomb. */
const MAX_CODINGS = 2;

/**
 * Pages of repeated markup reach 100 : 1, and deflate cannot exceed 1,032 : 1. Small bodies may have any ratio: an empty
 * table of a megabyte is harmless.
 */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 1_048_576;

/** The body without its content coding. Fails if it is damaged, unknown, or decompresses to too much. */
export async function decodeContent(
  url: string,
  headers: HeaderLines,
  body: Buffer,
  maxBytes: number,
): Promise<Buffer> {
  const codings = headerMembers(headers, 'content-encoding')
    .map((coding) => coding.toLowerCase())
    .filter((coding) => coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw unreadable(url, `It has ${codings.length} content codings.`);
  let decoded = body;
  // The last coding was applied last. A body without bytes has nothing to decode.
  if (body.length > 0)
    for (const coding of codings.reverse()) decoded = await decodeOne(url, coding, decoded, maxBytes);
  return decoded;
}

async function decodeOne(url: string, coding: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (!decoder) throw unreadable(url, `Its content coding ${JSON.stringify(coding)} is not supported.`);
  const maxOutputLength = Math.min(maxBytes, Math.max(HARMLESS_BYTES, body.length * MAX_RATIO));
  try {
    return await decoder(body, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(url, `${body.length} bytes decompress to more than ${maxOutputLength}.`);
    }
    throw unreadable(url, `Its ${coding} compression is damaged.`, error);
  }
}

/** Some servers send deflate data without the zlib header that RFC 9110 section 8.4.1.2 asks for. */
function hasZlibHeader(body: Buffer): boolean {
  return body.length >= 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}
