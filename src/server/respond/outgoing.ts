import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CasparianError } from '../../platform/index.js';
import { jsonOf } from './json-of.js';
import { BytesReply, Reply } from './reply.js';

/** A response, ready to be sent. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | ReadableStream<Uint8Array> | null;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** On every response. Nothing here may be framed, cached by others or guessed to be HTML; a URL with a token is not passed on. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The result of a handler as a response. */
export function outgoingOf(result: unknown, status: number): Outgoing {
  if (result instanceof BytesReply) {
    const { body, contentType, headers } = result;
    const bytes = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : body;
    return { status, headers: { 'content-type': contentType, ...headers }, body: bytes };
  }
  if (!(result instanceof Reply)) return jsonResponse(status, result);
  const version = result.version === undefined ? {} : { etag: versionTag(result.version) };
  return jsonResponse(result.status ?? status, result.body, { ...result.headers, ...version });
}

export function jsonResponse(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Outgoing {
  return { status, headers: headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE, body: `${jsonOf(body)}\n` };
}

/** The ETag of a version. */
function versionTag(version: unknown): string {
  return etagOf(jsonOf(version));
}

/** Names the version of a representation. */
function etagOf(json: string): string {
  return `"${createHash('sha256').update(json.trimEnd()).digest('base64url').slice(0, 27)}"`;
}

/** Adds the version, and sends nothing if the client has it. */
export function withEtag(outgoing: Outgoing, ifNoneMatch: string | undefined): Outgoing {
  if (typeof outgoing.body !== 'string') return outgoing;
  const etag = outgoing.headers['etag'] ?? etagOf(outgoing.body);
  const headers = { ...outgoing.headers, etag };
  return namesVersion(ifNoneMatch, etag) ? { status: 304, headers: { etag }, body: null } : { ...outgoing, headers };
}

/** Fails if the client wants to change another version than the current one; undefined if there is none. */
export function requireMatch(ifMatch: string | undefined, current: unknown): void {
  if (ifMatch === undefined) return;
  if (current !== undefined && namesVersion(ifMatch, versionTag(current))) return;
  throw new CasparianError('PRECONDITION_FAILED', 'It was changed since it was read', {
    why: 'The If-Match header names another version.',
    next: ['Read it again, and repeat the change with the new ETag.'],
  });
}

function namesVersion(header: string | undefined, etag: string): boolean {
  const names = header?.split(',').map((name) => name.trim().replace(/^W\//, '')) ?? [];
  return names.includes('*') || names.includes(etag);
}
