import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { CasparianError, errorMessage } from '../../platform/index.js';
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

/** Some lines of a text file as they are. Compressed files (gzip) are unpacked. */
export async function readRawLines(
  path: string,
  { first, count, encoding, signal }: RawLinesRequest,
): Promise<RawLines> {
  const head = await headOf(path);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const found: Buffer[] = [];
  let [line, bytes, rest] = [1, 0, Buffer.alloc(0)];
  const file = createReadStream(path, { signal });
  const source = isGzip ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
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
    file.destroy();
  }
  if (rest.length > 0 && found.length <= count && line >= first) found.push(rest);
  const sample = isGzip ? Buffer.concat(found.slice(0, 100)) : head;
  const { name, decode } = textDecoderOf(sample, encoding);
  if (name === null) throw notText(path);
  const lines = found.slice(0, count).map((one) => shown(decode(one)));
  return { first, lines, encoding: name, more: found.length > count };
}

async function headOf(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(65_536);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return head.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', 'The file cannot be read', { why: errorMessage(error), cause: error });
  }
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
