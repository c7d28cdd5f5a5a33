import { CasparianError, errorMessage, nearest } from '../../platform/index.js';

/** How the rows of a dataset become facts. */
export interface FactMapping {
  readonly dataset: string;
  readonly factType: string;
  /** A text with columns in braces: `cell:{sku}:{serial}`. */
  readonly key: string;
  /** Members of the fact and their columns; without it, all columns under their own names. */
  readonly members: readonly MappedMember[] | undefined;
}

export interface MappedMember {
  readonly name: string;
  readonly column: string;
  /** An empty cell is an error; otherwise the member is left out. */
  readonly required: boolean;
}

const NAMES = ['dataset', 'fact_type', 'key', 'members'];

/** Reads a mapping. A column with `!` behind its name is required. */
export async function readFactMapping(content: string, path: string): Promise<FactMapping> {
  const { parse } = await import('smol-toml');
  const table = parsed(() => parse(content) as Readonly<Record<string, unknown>>, path);
  const unknown = Object.keys(table).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    const guess = nearest(unknown, NAMES);
    const next = guess === undefined ? `The names are ${NAMES.join(', ')}.` : `Did you mean ${guess}?`;
    throw invalid(`${path} has an unknown name '${unknown}'`, [next]);
  }
  const text = (name: string): string => {
    const value = table[name];
    if (typeof value === 'string' && value !== '') return value;
    throw invalid(`${path} has no ${name}`, [`Add a line: ${name} = "…"`]);
  };
  const key = text('key');
  if (columnsOf(key).length === 0) {
    throw invalid(`The key '${key}' in ${path} names no column`, ['Put a column in braces: key = "cell:{serial}"']);
  }
  return { dataset: text('dataset'), factType: text('fact_type'), key, members: membersOf(table['members'], path) };
}

/** The columns that a key is made of. */
export function columnsOf(key: string): string[] {
  return [...key.matchAll(/\{([^{}]+)\}/g)].map(([, column]) => column as string);
}

function membersOf(value: unknown, path: string): FactMapping['members'] {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`members in ${path} is not a table`, [
      'Write it as [members], with a line for each: mass_kg = "Mass (kg)"',
    ]);
  }
  const entries = Object.entries(value);
  if (entries.length === 0) throw invalid(`[members] in ${path} is empty`, ['Leave it out to use all columns.']);
  return entries.map(([name, column]) => {
    if (typeof column !== 'string' || column === '') throw invalid(`The member ${name} in ${path} names no column`);
    return { name, column: column.replace(/!$/, ''), required: column.endsWith('!') };
  });
}

function parsed<T>(read: () => T, path: string): T {
  try {
    return read();
  } catch (error) {
    throw new CasparianError('FACT_MAPPING_INVALID', `${path} is not TOML`, {
      why: errorMessage(error).split('\n')[0],
    });
  }
}

function invalid(message: string, next: readonly string[] = []): CasparianError {
  return new CasparianError('FACT_MAPPING_INVALID', message, { next });
}
