import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Session } from './open-client.js';
import { isConflict, isRefusedByCondition } from './s3-failure.js';
import { uploadParts } from './upload-parts.js';

export interface WriteRequest {
  readonly Bucket: string;
  readonly Key: string;
  readonly content: Uint8Array | Readable;
  /** Of a stream, if it is known. */
  readonly sizeBytes?: number | undefined;
  readonly ifAbsent: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What is up to this size is sent in one request. */
export const ONE_REQUEST_BYTES = 8_388_608;
/** Metadata of an object: the id of the put that wrote it. */
const WRITE_ID = 'casparian-write';
/** How often a conditional put is repeated while another one is under way. */
const CONFLICTS = 5;
const CONFLICT_PAUSE_MS = 100;

/** Returns false if `ifAbsent` and there is an object of another writer. */
export async function writeObject(session: S3Session, request: WriteRequest): Promise<boolean> {
  const id = randomUUID();
  const given = {
    ...{ Bucket: request.Bucket, Key: request.Key, Metadata: { [WRITE_ID]: id } },
    ...(request.ifAbsent ? { IfNoneMatch: '*' } : {}),
  };
  try {
    await sendContent(session, given, request);
    return true;
  } catch (error) {
    // The response of a put that succeeded may have been lost: then its repetition is refused, or fails.
    if ((await writeIdOf(session, request).catch(() => undefined)) === id) return true;
    if (request.ifAbsent && isRefusedByCondition(error)) return false;
    throw error;
  }
}

async function sendContent(
  session: S3Session,
  given: { Bucket: string; Key: string },
  { content, sizeBytes, signal }: WriteRequest,
): Promise<void> {
  const small = content instanceof Readable ? await wholeIfSmall(content, sizeBytes) : content;
  if (small instanceof Uint8Array) await putAtOnce(session, { ...given, Body: small }, signal);
  else await uploadParts(session, { given, content: small, sizeBytes, signal });
}

/** The bytes of a stream that is known to be small. */
async function wholeIfSmall(content: Readable, sizeBytes: number | undefined): Promise<Uint8Array | Readable> {
  if (sizeBytes === undefined || sizeBytes > ONE_REQUEST_BYTES) return content;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

async function putAtOnce(
  { library, client }: S3Session,
  input: { Bucket: string; Key: string; Body: Uint8Array },
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      await client.send(new library.PutObjectCommand(input), { ...(signal && { abortSignal: signal }) });
      return;
    } catch (error) {
      if (!isConflict(error) || conflicts >= CONFLICTS) throw error;
      await sleep(CONFLICT_PAUSE_MS * 2 ** conflicts, undefined, { signal });
    }
  }
}

async function writeIdOf({ library, client }: S3Session, { Bucket, Key }: WriteRequest): Promise<string | undefined> {
  const { Metadata } = await client.send(new library.HeadObjectCommand({ Bucket, Key }));
  return Metadata?.[WRITE_ID];
}
