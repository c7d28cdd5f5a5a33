import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CasparianError, errorMessage, nearest } from '../platform/index.js';
import { PARSER_SETTING_NAMES, VALIDATION_NAMES } from './parser-setting-names.js';
import { SETTINGS } from './table.js';

export const CONFIG_FILE_NAME = 'casparian.toml';

export interface ConfigFile {
  readonly path: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** What `[parsers.NAME]` says, by name. */
  readonly parsers: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Reads one casparian.toml. Undefined when there is none at this path. */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const content = await contentOf(path);
  if (content === undefined) return undefined;
  // Most commands find no file, and need not load the parser.
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
    // ENOTDIR: the home is a file. Opening the database says so better than we can here.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(path, error);
  }
}

/** `[validation]` is where seed 1 has the two thresholds; they are settings like any other. */
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
    why: 'It stands by itself and in [validation], which are the same setting.',
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
    next: ['A parser has its settings in a table of its own: [parsers.invoice_parser]'],
  });
}

function requireKnown(values: Readonly<Record<string, unknown>>, known: readonly string[], place: string): void {
  const strange = Object.keys(values).find((key) => !known.includes(key));
  if (strange === undefined) return;
  const guess = nearest(strange, known);
  throw new CasparianError('CONFIG_INVALID', `${place} has an unknown setting '${strange}'`, {
    why: 'A misspelt setting would be ignored without a word.',
    next: guess ? [`Did you mean ${guess}?`] : ['`casparian config show` lists the settings there are.'],
  });
}

function unreadable(path: string, cause: unknown): CasparianError {
  return new CasparianError('CONFIG_INVALID', `${path} cannot be read`, { why: errorMessage(cause), cause });
}
