import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CasparianError, errorMessage, hint, nearest } from '../platform/index.js';
import { PARSER_SETTING_NAMES, VALIDATION_NAMES } from './parser-setting-names.js';
import { SETTINGS } from './table.js';

export const CONFIG_FILE_NAME = 'casparian.toml';

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The tables `[parsers.NAME]`, by name. */
  readonly parsers: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Reads one casparian.toml. Returns undefined if the file does not exist. */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const content = await contentOf(path);
  if (content === undefined) return undefined;
  // Imported here: most commands find no file.
  const { parse } = await import('smol-toml');
  try {
    const { parsers, validation, ...values } = parse(content) as Record<string, unknown>;
    requireKnown(values, Object.keys(SETTINGS), path);
    return {
      path,
      folder: dirname(path),
      values: { ...values, ...validationOf(validation, values, path) },
      parsers: parsersOf(parsers, path),
    };
  } catch (error) {
    throw error instanceof CasparianError ? error : unreadable(path, error);
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: the home is a file. Opening the database reports that with a better message.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(path, error);
  }
}

/** Seed 1 has the two thresholds in `[validation]`. They are ordinary settings. */
function validationOf(
  validation: unknown,
  values: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  if (validation === undefined) return {};
  const table = tableOf(validation, 'validation', path);
  requireKnown(table, VALIDATION_NAMES, `[validation] of ${path}`);
  const twice = Object.keys(table).find((key) => Object.hasOwn(values, key));
  if (twice === undefined) return table;
  throw new CasparianError('CONFIG_INVALID', `${path} sets ${twice} twice`, {
    why: 'It is set at the top level and in [validation], which are the same setting.',
    next: ['Keep one of the two.'],
  });
}

function parsersOf(parsers: unknown, path: string): ConfigFile['parsers'] {
  if (parsers === undefined) return new Map();
  const tables = Object.entries(tableOf(parsers, 'parsers', path)).map(([name, value]) => {
    const table = tableOf(value, `parsers.${name}`, path);
    requireKnown(table, PARSER_SETTING_NAMES, `[parsers.${name}] of ${path}`);
    return [name, table] as const;
  });
  return new Map(tables);
}

function tableOf(value: unknown, name: string, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CasparianError('CONFIG_INVALID', `'${name}' in ${path} is not a table`, {
    next: ['Each parser has its own table: [parsers.invoice_parser]'],
  });
}

function requireKnown(values: Readonly<Record<string, unknown>>, known: readonly string[], place: string): void {
  const unknown = Object.keys(values).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const guess = nearest(unknown, known);
  throw new CasparianError('CONFIG_INVALID', `${place} has an unknown setting '${unknown}'`, {
    why: 'A misspelt setting would be ignored silently.',
    next: guess ? [`Did you mean ${guess}?`] : [hint('{} lists all settings.', { action: 'config.show' })],
  });
}

function unreadable(path: string, cause: unknown): CasparianError {
  return new CasparianError('CONFIG_INVALID', `${path} cannot be read`, { why: errorMessage(cause), cause });
}
