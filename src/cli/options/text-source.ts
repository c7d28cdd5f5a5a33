import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** The text of stdin, if the source is `-`, or of a file. Reads up to `maxBytes`; throws `tooLarge` beyond that. */
export async function textFrom(
  source: string,
  { what, maxBytes, tooLarge }: { what: string; maxBytes: number; tooLarge: () => CasparianError },
): Promise<string> {
  const stream: Readable = source === '-' ? process.stdin : createReadStream(source);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('OPTION_INVALID', `${what} cannot be read`, {
      why: errorMessage(error),
      next: [`Check the path, which is relative to the folder you are in: ${source}`],
      cause: error,
    });
  }
  // Editors on Windows add a byte order mark, which is invalid in JSON.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
