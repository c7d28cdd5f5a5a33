import { Readable } from 'node:stream';

type Part = Buffer | string;

/**
 * A stream whose first part is there. What fails before it becomes a response with an error instead of a download that breaks
 * off.
 */
export async function startedStream(parts: AsyncIterable<Part>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  return Readable.from(continued(await iterator.next(), iterator), { objectMode: false });
}

async function* continued(first: IteratorResult<Part>, iterator: AsyncIterator<Part>): AsyncGenerator<Part> {
  try {
    for (let part = first; !part.done; part = await iterator.next()) yield part.value;
  } finally {
    await iterator.return?.();
  }
}
