import type { Readable } from 'node:stream';
import type { S3Session } from './open-client.js';

export interface PartsRequest {
  /** What the upload and its end have in common: bucket, key, metadata, condition. */
  readonly given: { readonly Bucket: string; readonly Key: string };
  readonly content: Readable;
  readonly sizeBytes: number | undefined;
  readonly signal: AbortSignal | undefined;
}

const PART_BYTES = 8_388_608;
/** For a stream of unknown size, of which at most 10,000 parts are accepted: 160 GB. */
const UNKNOWN_PART_BYTES = 16_777_216;
const MOST_PARTS = 10_000;
/** Requests under way, each with a part in memory. */
const AT_ONCE = 4;

/**
 * Uploads a stream in parts of equal size (some servers demand that). The object appears as a whole with the last request. An upload that
 * fails is aborted: otherwise its parts would cost money and be in no list. `@aws-sdk/lib-storage` leaves them when the last request is refused,
 * and when the caller aborts.
 */
export async function uploadParts(
  { library, client }: S3Session,
  { given, content, sizeBytes, signal }: PartsRequest,
): Promise<void> {
  const { Bucket, Key } = given;
  const options = { ...(signal && { abortSignal: signal }) };
  const { UploadId } = await client.send(new library.CreateMultipartUploadCommand(withoutCondition(given)), options);
  try {
    const parts = await inTurns(partsOf(content, partBytes(sizeBytes)), async (Body, PartNumber) => {
      const { ETag } = await client.send(
        new library.UploadPartCommand({ Bucket, Key, UploadId, Body, PartNumber }),
        options,
      );
      return { ETag, PartNumber };
    });
    const end = { ...given, UploadId, MultipartUpload: { Parts: parts } };
    await client.send(new library.CompleteMultipartUploadCommand(end), options);
  } catch (error) {
    // If this fails too, `abortUploads` finds the upload later.
    await client.send(new library.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The condition belongs to the end of the upload; servers refuse it at the beginning. */
function withoutCondition(given: PartsRequest['given']): PartsRequest['given'] {
  return { ...given, ...('IfNoneMatch' in given ? { IfNoneMatch: undefined } : {}) };
}

function partBytes(sizeBytes: number | undefined): number {
  return sizeBytes === undefined ? UNKNOWN_PART_BYTES : Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS));
}

async function* partsOf(content: Readable, bytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length < bytes) continue;
    const whole = Buffer.concat(pieces);
    let start = 0;
    for (; whole.length - start >= bytes; start += bytes) yield whole.subarray(start, start + bytes);
    pieces = [whole.subarray(start)];
    length = whole.length - start;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/** Sends parts as they come, some at a time. Returns the results in the order of the parts. */
async function inTurns<T>(
  parts: AsyncIterable<Buffer>,
  send: (part: Buffer, number: number) => Promise<T>,
): Promise<T[]> {
  const sent: Promise<T>[] = [];
  const underWay = new Set<Promise<unknown>>();
  const failed = new AbortController();
  try {
    for await (const part of parts) {
      const sending = send(part, sent.length + 1);
      sent.push(sending);
      const ended: Promise<unknown> = sending.catch(() => failed.abort()).finally(() => underWay.delete(ended));
      underWay.add(ended);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      if (failed.signal.aborted) break;
    }
  } finally {
    // A part that arrives after the upload was aborted would stay.
    await Promise.allSettled(sent);
  }
  return Promise.all(sent);
}
