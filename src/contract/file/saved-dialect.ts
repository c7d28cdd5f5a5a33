import { contractInvalid } from '../declare/declaration.js';

/** How the files of a contract are written, as `infer --json` names it. What is not said is detected. */
export interface SavedDialect {
  readonly delimiter?: string;
  readonly quote?: string | null;
  readonly escape?: string | null;
  readonly encoding?: string;
  readonly header_lines?: number;
  readonly preamble_lines?: number;
  readonly line_end?: string;
}

const MEMBERS: { readonly [Member in keyof Required<SavedDialect>]: 'text' | 'text or null' | 'count' } = {
  delimiter: 'text',
  quote: 'text or null',
  escape: 'text or null',
  encoding: 'text',
  header_lines: 'count',
  preamble_lines: 'count',
  line_end: 'text',
};

export function parseDialect(source: string, declared: unknown): SavedDialect | null {
  if (declared === undefined || declared === null) return null;
  if (typeof declared !== 'object' || Array.isArray(declared)) {
    throw contractInvalid({ source }, `'dialect' is an object, not ${JSON.stringify(declared)}`);
  }
  for (const [member, value] of Object.entries(declared)) {
    const wanted = Object.hasOwn(MEMBERS, member) ? MEMBERS[member as keyof SavedDialect] : undefined;
    if (wanted === undefined) {
      throw contractInvalid({ source }, `'dialect' has no '${member}'`, [`It has ${Object.keys(MEMBERS).join(', ')}.`]);
    }
    if (!isOf(wanted, value)) {
      const expected = wanted === 'count' ? 'a whole number' : `a ${wanted}`;
      throw contractInvalid({ source }, `'dialect.${member}' is ${expected}, not ${JSON.stringify(value)}`);
    }
  }
  return inOrder(declared);
}

function isOf(wanted: 'text' | 'text or null' | 'count', value: unknown): boolean {
  if (wanted === 'count') return Number.isInteger(value) && (value as number) >= 0;
  return (typeof value === 'string' && value !== '') || (wanted === 'text or null' && value === null);
}

function inOrder(dialect: SavedDialect): SavedDialect {
  const members = Object.keys(MEMBERS) as (keyof SavedDialect)[];
  return Object.fromEntries(members.flatMap((member) => (member in dialect ? [[member, dialect[member]]] : [])));
}
