import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** Text is read up to this many times the limit: white space does not count against it, but must end somewhere. */
const SLACK = 8;

/** The payload from the command line: JSON, `-` for stdin, `@path` for a file. */
export async function readPayload(given: string | undefined, maxBytes: number): Promise<unknown> {
  if (given === undefined) return {};
  if (given === '-') return parsed(await textOf(process.stdin, maxBytes));
  if (given.startsWith('@')) return parsed(await textOf(createReadStream(given.slice(1)), maxBytes));
  return parsed(given);
}

async function textOf(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes * SLACK) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('OPTION_INVALID', 'The payload cannot be read', {
      why: errorMessage(error),
      cause: error,
    });
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CasparianError('PAYLOAD_NOT_JSON', 'The payload is not JSON', {
      why: errorMessage(error),
      next: [`Quote it for the shell: --payload '{"ms": 100}'`, 'Or keep it in a file: --payload @payload.json'],
      cause: error,
    });
  }
}

function tooLarge(maxBytes: number): CasparianError {
  return new CasparianError('PAYLOAD_TOO_LARGE', `The payload is far larger than the limit of ${maxBytes} bytes`, {
    why: 'Every worker that takes the job would have to carry it.',
    next: ['Store the data elsewhere and put its address into the payload.', 'Or raise max_payload_bytes.'],
  });
}
