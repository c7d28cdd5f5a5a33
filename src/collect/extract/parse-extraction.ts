import { CasparianError, errorMessage, nearest } from '../../platform/index.js';
import { createReader, FormatError, isZone } from '../../contract/index.js';
import type { DateNotation, Extraction, FieldSpec, PageKind, Pagination } from './extraction.js';
import { checkSelector, splitSelector } from './find-in-html.js';
import { parseJsonPath } from './json-path.js';
import { ALWAYS_REQUIRED, rowContract, ROW_FIELDS } from './row-contract.js';

const KEYS = ['items', 'empty', 'fields', 'pagination'] as const;
const FIELD_KEYS = ['at', 'value', 'pattern', 'format', 'zone', 'decimal', 'map', 'required'] as const;
const PAGINATION_KEYS = ['next', 'cursor', 'page', 'parameter', 'start', 'step'] as const;

/** Reads and checks an extraction and the contract of its source. Throws EXTRACTION_INVALID or CONTRACT_INVALID. */
export function parseExtraction(kind: PageKind, declared: unknown, contract: unknown = null): Extraction {
  const spec = membersOf('the extraction', declared, KEYS);
  const fields = Object.entries(membersOf("'fields'", spec.fields ?? {}, null)).map(([name, field]) =>
    fieldOf(kind, name, field),
  );
  if (!fields.some(({ name }) => name === 'price')) {
    throw invalid("'fields' has no 'price'", ['Name where the price is: {"fields": {"price": "price.value"}}']);
  }
  return {
    kind,
    items: placeOf(kind, 'items', spec.items),
    empty: placeOf(kind, 'empty', spec.empty),
    fields,
    pagination: spec.pagination === undefined || spec.pagination === null ? null : paginationOf(kind, spec.pagination),
    contract: rowContract(contract),
  };
}

function fieldOf(kind: PageKind, name: string, declared: unknown): FieldSpec {
  refuseTypo(name);
  const where = `the field '${name}'`;
  const short = typeof declared === 'string' ? { at: declared } : declared;
  const field = membersOf(where, short, FIELD_KEYS);
  const at = placeOf(kind, name, field.at);
  const value = textOf(where, 'value', field.value);
  if (at === null && value === null)
    throw invalid(`${where} needs 'at' or 'value'`, ['"at" names where it is; "value" is the same in every row.']);
  return {
    name,
    at,
    value,
    pattern: patternOf(where, textOf(where, 'pattern', field.pattern)),
    date:
      name === 'observed_at'
        ? dateNotation(where, textOf(where, 'format', field.format), textOf(where, 'zone', field.zone))
        : null,
    decimal: decimalOf(where, field.decimal),
    map: mapOf(where, field.map),
    required: at !== null && value === null && (flagOf(where, field.required) ?? ALWAYS_REQUIRED.has(name)),
  };
}

/** Any other name is an attribute of the listing, unless it looks like a misspelt field. */
function refuseTypo(name: string): void {
  if (!/^[A-Za-z_][\w-]{0,62}$/.test(name)) throw invalid(`'${name}' cannot be the name of a field`);
  if (ROW_FIELDS.includes(name)) return;
  const guess = nearest(name, ROW_FIELDS);
  if (guess !== undefined) throw invalid(`'${name}' is not a field`, [`Did you mean '${guess}'?`]);
}

function placeOf(kind: PageKind, name: string, declared: unknown): string | null {
  const text = textOf('the extraction', name, declared);
  if (text === null) return null;
  if (kind === 'json' && parseJsonPath(text) === null) {
    throw invalid(`'${name}' has a path that cannot be read: ${JSON.stringify(text)}`, [
      'Write members and indexes with points: price.value, results.0.id',
    ]);
  }
  if (kind === 'html') checkedSelector(name, text);
  return text;
}

function checkedSelector(name: string, text: string): void {
  const { selector } = splitSelector(text);
  if (selector === '') return;
  try {
    checkSelector(selector);
  } catch (error) {
    throw invalid(`'${name}' is not a CSS selector: ${errorMessage(error)}`, [
      'Write for example ".price" or "a.title@href"',
    ]);
  }
}

function patternOf(where: string, source: string | null): RegExp | null {
  if (source === null) return null;
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    throw invalid(`the pattern of ${where} is no regular expression: ${errorMessage(error)}`);
  }
}

function dateNotation(where: string, format: string | null, zone: string | null): DateNotation {
  if (format === 'unix') return { kind: 'unix', unitMs: 1000 };
  if (format === 'unix_ms') return { kind: 'unix', unitMs: 1 };
  if (zone !== null && !isZone(zone))
    throw invalid(`the zone of ${where} is unknown: '${zone}'`, ['Write for example "Europe/Berlin"']);
  try {
    return { kind: 'text', read: createReader('datetime', format), zone };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalid(`the format of ${where} ${error.message}`, [
      ...(error.suggestion === null ? [] : [`Did you mean '${error.suggestion}'?`]),
      'Formats are written as in Python: %d.%m.%Y. unix and unix_ms are seconds and milliseconds since 1970.',
    ]);
  }
}

function decimalOf(where: string, declared: unknown): '.' | ',' | null {
  if (declared === undefined || declared === null) return null;
  if (declared === '.' || declared === ',') return declared;
  throw invalid(`'decimal' of ${where} is "." or ","`);
}

function mapOf(where: string, declared: unknown): ReadonlyMap<string, string> | null {
  if (declared === undefined || declared === null) return null;
  const entries = Object.entries(membersOf(`'map' of ${where}`, declared, null));
  return new Map(entries.map(([from, to]) => [from.trim().toLowerCase(), textOf(`'map' of ${where}`, from, to) ?? '']));
}

function paginationOf(kind: PageKind, declared: unknown): Pagination {
  const { next, cursor, page, parameter, start, step } = membersOf("'pagination'", declared, PAGINATION_KEYS);
  if (next !== undefined) return { kind: 'next', at: placeOf(kind, 'next', next) ?? '' };
  if (cursor !== undefined) {
    const name = textOf("'pagination'", 'parameter', parameter);
    if (name === null) throw invalid("a cursor needs the 'parameter' of the URL that it is sent in");
    return { kind: 'cursor', at: placeOf(kind, 'cursor', cursor) ?? '', parameter: name };
  }
  const name = textOf("'pagination'", 'page', page);
  if (name === null) throw invalid("'pagination' needs 'next', 'cursor' or 'page'");
  return { kind: 'page', parameter: name, start: wholeOf('start', start, 1), step: wholeOf('step', step, 1) };
}

function wholeOf(name: string, declared: unknown, otherwise: number): number {
  if (declared === undefined) return otherwise;
  if (Number.isSafeInteger(declared) && (declared as number) >= 0) return declared as number;
  throw invalid(`'${name}' of 'pagination' is a whole number`);
}

function flagOf(where: string, declared: unknown): boolean | null {
  if (declared === undefined || declared === null) return null;
  if (typeof declared === 'boolean') return declared;
  throw invalid(`'required' of ${where} is true or false`);
}

function textOf(where: string, name: string, declared: unknown): string | null {
  if (declared === undefined || declared === null) return null;
  if (typeof declared === 'string') return declared;
  if (typeof declared === 'number' || typeof declared === 'boolean') return String(declared);
  throw invalid(`'${name}' of ${where} is a text`);
}

function membersOf<Key extends string>(
  where: string,
  declared: unknown,
  keys: readonly Key[] | null,
): Readonly<Partial<Record<Key, unknown>>> {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    throw invalid(`${where} must be an object`, [
      'Write for example {"items": "results", "fields": {"price": "price"}}',
    ]);
  }
  const unknown =
    keys === null ? undefined : Object.keys(declared).find((key) => !(keys as readonly string[]).includes(key));
  if (unknown === undefined) return declared as Partial<Record<Key, unknown>>;
  const guess = nearest(unknown, keys ?? []);
  throw invalid(`${where} has no '${unknown}'`, [
    ...(guess === undefined ? [] : [`Did you mean '${guess}'?`]),
    `It has ${(keys ?? []).join(', ')}.`,
  ]);
}

function invalid(message: string, next: readonly string[] = []): CasparianError {
  return new CasparianError('EXTRACTION_INVALID', `The extraction cannot be used: ${message}`, { next });
}
