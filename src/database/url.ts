import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CasparianError, errorMessage } from '../platform/index.js';

export type DatabaseAddress = { dialect: 'sqlite'; path: string } | { dialect: 'postgres'; url: string };

/** Reads a database URL. Does not open or create anything. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const trimmed = text.trim();
  if (/^postgres(ql)?:/i.test(trimmed)) return postgresAddress(trimmed);
  if (/^file:/i.test(trimmed)) return { dialect: 'sqlite', path: sqlitePath(pathOfFileUrl(trimmed), text) };
  if (/^sqlite:\/\/[^/]/i.test(trimmed)) {
    throw invalidUrl(text, 'After sqlite:// comes a path that starts with /. For a relative one write sqlite:path.');
  }
  if (/^sqlite:/i.test(trimmed)) {
    return { dialect: 'sqlite', path: sqlitePath(trimmed.replace(/^sqlite:(\/\/(?=\/))?/i, ''), text) };
  }
  if (/\.(db|sqlite|sqlite3)$/i.test(trimmed)) return { dialect: 'sqlite', path: sqlitePath(trimmed, text) };
  throw invalidUrl(text, 'It starts with neither postgres:// nor sqlite:, and is not a path to a .db or .sqlite file.');
}

/** The URL with its password hidden, for logs and `config show`. */
export function maskDatabaseUrl(text: string): string {
  // A password may contain an unescaped @: the last one counts, preferably before the query.
  return text.replace(/^(\w+:\/\/[^:@/?#]*):(?:[^?#]*@|.*@)/, '$1:***@').replace(/([?&]password=)[^&]*/i, '$1***');
}

function postgresAddress(text: string): DatabaseAddress {
  try {
    const url = new URL(text);
    if (url.pathname.length <= 1) throw new Error('It names no database after the host.');
    return { dialect: 'postgres', url: text };
  } catch (error) {
    throw invalidUrl(text, errorMessage(error));
  }
}

function pathOfFileUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch (error) {
    throw invalidUrl(text, errorMessage(error));
  }
}

function sqlitePath(path: string, text: string): string {
  if (path === '' || path === ':memory:') {
    throw invalidUrl(text, 'Jobs must survive the process, so the SQLite database has to be a file.');
  }
  return isAbsolute(path) ? path : resolve(path);
}

function invalidUrl(text: string, why: string): CasparianError {
  return new CasparianError('DATABASE_URL_INVALID', `'${maskDatabaseUrl(text)}' is not a database URL`, {
    why,
    next: ['Use postgres://user:password@host:5432/name or sqlite:/path/to/casparian.db.'],
  });
}
