import { Readable } from 'node:stream';
import type { ReadOptions } from '../storage.js';
import type { S3Session } from './open-client.js';
import { statusOf } from './s3-failure.js';

/** How often a download continues after its connection was lost. Every byte that arrives resets the count. */
const RESUMPTIONS = 4;

interface Opened {
  readonly body: AsyncIterable<Uint8Array>;
  readonly etag: string | undefined;
  readonly bytes: number | undefined;
}

/**
 * Reads an object, or a part of it. The library repeats a request only until the response begins: a download that is cut later continues
 * where it ended, with the ETag as a condition.
 */
export async function readObject(
  session: S3Session,
  { Bucket, Key }: { Bucket: string; Key: string },
  { range, ifMatch, signal }: ReadOptions,
  failure: (error: unknown) => unknown,
): Promise<Readable> {
  const open = async (start: number, etag: string | undefined): Promise<Opened> => {
    const isWhole = start === 0 && range?.end === undefined;
    const request = new session.library.GetObjectCommand({
      ...{ Bucket, Key },
      ...(isWhole ? {} : { Range: `bytes=${start}-${range?.end ?? ''}` }),
      ...(etag === undefined ? {} : { IfMatch: etag }),
    });
    const { Body, ETag, ContentLength } = await session.client.send(request, {
      ...(signal && { abortSignal: signal }),
    });
    return { body: Body as unknown as Readable, etag: ETag, bytes: ContentLength };
  };
  const from = range?.start ?? 0;
  try {
    const first = await open(from, ifMatch);
    return Readable.from(
      resumed(first, (received) => open(from + received, first.etag), { signal, failure }),
      {
        objectMode: false,
      },
    );
  } catch (error) {
    // A range behind the end of the file has no bytes, as in a local file.
    if (statusOf(error) === 416) return Readable.from([]);
    throw failure(error);
  }
}

async function* resumed(
  { body, bytes }: Opened,
  reopen: (received: number) => Promise<Opened>,
  { signal, failure }: { signal: AbortSignal | undefined; failure: (error: unknown) => unknown },
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for (let losses = 0; ;) {
    try {
      for await (const chunk of body) {
        received += chunk.length;
        losses = 0;
        yield chunk;
      }
      if (bytes === undefined || received >= bytes) return;
      throw Object.assign(new Error(`it ended after ${received} of ${bytes} bytes`), { code: 'ECONNRESET' });
    } catch (error) {
      signal?.throwIfAborted();
      losses += 1;
      if (losses > RESUMPTIONS) throw failure(error);
      ({ body } = await reopen(received).catch((again: unknown) => {
        throw failure(again);
      }));
    }
  }
}
