import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CasparianError, errorMessage } from '../../platform/index.js';
import type { StoragePlace } from '../../storage/index.js';
import { textDecoderOf } from '../../tables/index.js';

export interface RawLines {
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly { readonly text: string; readonly truncated: boolean }[];
  readonly encoding: string | null;
  /** Whether the file has more lines behind these. */
  readonly more: boolean;
}

export interface RawLinesRequest {
  readonly first: number;
  readonly count: number;
  /** As Python names it; detected if absent. */
  readonly encoding?: string | undefined;
  readonly signal: AbortSignal;
}

/** Lines are found by reading from the beginning, so a request may not look at more than this. */
const MOST_BYTES = 268_435_456;
const LONGEST_LINE = 4_000;
const NEWLINE = 10;
/** The encoding is detected from so many bytes. */
const HEAD_BYTES = 65_536;

/** Some lines of a text file as they are. Compressed files (gzip) are unpacked. */
export async function readRawLines(
  place: StoragePlace,
  { first, count, encoding, signal }: RawLinesRequest,
): Promise<RawLines> {
  const file = await opened(place, signal);
  const { head, pieces } = await headOf(file);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const found: Buffer[] = [];
  let [line, bytes, rest] = [1, 0, Buffer.alloc(0)];
  const plain = Readable.from(pieces);
  const source = isGzip ? plain.pipe(createGunzip()) : plain;
  plain.on('error', (error) => source.destroy(error));
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw tooFar();
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (line >= first) found.push(Buffer.concat([rest, chunk.subarray(start, end)]));
        rest = Buffer.alloc(0);
        line++;
        start = end + 1;
        if (found.length > count) break;
      }
      if (found.length > count) break;
      // A line without an end is kept up to its bound.
      if (line >= first && rest.length < LONGEST_LINE * 4) rest = Buffer.concat([rest, chunk.subarray(start)]);
    }
  } finally {
    plain.destroy();
    file.destroy();
  }
  if (rest.length > 0 && found.length <= count && line >= first) found.push(rest);
  const sample = isGzip ? Buffer.concat(found.slice(0, 100)) : head;
  const { name, decode } = textDecoderOf(sample, encoding);
  if (name === null) throw notText(place.key);
  const lines = found.slice(0, count).map((one) => shown(decode(one)));
  return { first, lines, encoding: name, more: found.length > count };
}

async function opened({ storage, key }: StoragePlace, signal: AbortSignal): Promise<Readable> {
  try {
    return await storage.read(key, { signal });
  } catch (error) {
    // A bucket that cannot be reached is not a file that is gone.
    if (error instanceof CasparianError && error.code !== 'STORAGE_FILE_NOT_FOUND') throw error;
    throw new CasparianError('INPUT_NOT_FOUND', 'The file cannot be read', { why: errorMessage(error), cause: error });
  }
}

/** The first bytes of a stream, and all of it. */
async function headOf(file: Readable): Promise<{ head: Buffer; pieces: AsyncIterable<Buffer> }> {
  const rest = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    const next = await rest.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.length;
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), pieces: pieces() };
}

function shown(text: string): RawLines['lines'][number] {
  const line = text.replace(/\r$/, '');
  return { text: line.slice(0, LONGEST_LINE), truncated: line.length > LONGEST_LINE };
}

function tooFar(): CasparianError {
  return new CasparianError('VALIDATION_ERROR', 'The line is too far from the beginning of the file', {
    why: `At most ${MOST_BYTES / 1_048_576} MiB are read.`,
  });
}

function notText(path: string): CasparianError {
  return new CasparianError('INPUT_NOT_A_TABLE', 'The file is not text', {
    why: `'${path.split('/').at(-1) ?? path}' has a binary format, so it has no lines.`,
  });
}
