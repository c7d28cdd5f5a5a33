import { CasparianError } from '../../platform/index.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL rejects a comparison with a text that is not a UUID. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The id in lower case. Fails with NOT_FOUND if nothing can have it. */
export function requireId(what: string, id: string): string {
  if (isId(id)) return id.toLowerCase();
  throw notFound(what, id);
}

export function notFound(what: string, id: string): CasparianError {
  return new CasparianError('NOT_FOUND', `There is no ${what} '${id}'`);
}

/** Throws NOT_FOUND for a missing row. Rows of other tenants are missing. */
export function found<T>(row: T | undefined, what: string, id: string): T {
  if (row === undefined) throw notFound(what, id);
  return row;
}

/** A part of a list: the oldest rows after an id, or the newest before one. */
export interface Page {
  /** 1 to 1,000; 100 if absent. */
  readonly limit?: number | undefined;
  /** The last id of the part before. */
  readonly after?: string | undefined;
}

const MAX_PAGE = 1_000;

/** The limit and the id behind which a page begins. Ids are UUIDv7, so their order is that of creation. */
export function pageOf({ limit = 100, after }: Page): { limit: number; after: string } {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    throw new CasparianError('OPTION_INVALID', `limit cannot be ${limit}`, {
      why: `It must be from 1 to ${MAX_PAGE}.`,
    });
  }
  return { limit, after: after === undefined ? FIRST : requireId('row', after) };
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Bytes of a row: SQLite returns an array of bytes, PostgreSQL a Buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A name that people choose. Fails if it is empty, too long, or not plain text. */
export function requireText(what: string, text: string, maxLength = 500): string {
  if (text.trim() === text && text !== '' && text.length <= maxLength && !/\p{Control}|\p{Surrogate}/u.test(text))
    return text;
  throw new CasparianError('VALIDATION_ERROR', `The ${what} '${text.slice(0, 100)}' cannot be used`, {
    why: `It must have 1 to ${maxLength} characters, without control characters, and without spaces at its ends.`,
  });
}
