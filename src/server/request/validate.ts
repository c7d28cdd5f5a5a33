import * as z from 'zod';
import { CasparianError, errorMessage, nearest, parseExactJson } from '../../platform/index.js';
import type { Shape } from '../route.js';

const MAX_ISSUES = 20;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads parameters of the path. Each is one segment. */
export function readParams(shape: Shape, given: Readonly<Record<string, string>>): Record<string, unknown> {
  return checked('path', schemaOf(shape), given) as Record<string, unknown>;
}

/** Reads the query. A name may be repeated where the schema has an array. */
export function readQuery(shape: Shape, search: URLSearchParams): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    // Every object has this name, and assigning to it adds no member.
    if (name === '__proto__') throw invalid('query', [`unknown name '${name}'`]);
    const kind = kindOf(Object.hasOwn(shape, name) ? shape[name] : undefined);
    const texts = search.getAll(name);
    if (kind === 'array') given[name] = texts;
    else if (texts.length > 1) throw invalid('query', [`${name} is given more than once`]);
    else given[name] = typed(texts[0] as string, kind);
  }
  return checked('query', schemaOf(shape), given) as Record<string, unknown>;
}

/** Reads arguments that are not parts of an HTTP request. */
export function readArguments(schema: z.ZodType, given: unknown): Record<string, unknown> {
  return checked('input', schema, given) as Record<string, unknown>;
}

/** Reads a JSON body. Integers of any size are kept. */
export function readJson(schema: z.ZodType, bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = parseExactJson(UTF8.decode(bytes));
  } catch (error) {
    throw invalid('body', [`it is not JSON: ${errorMessage(error)}`]);
  }
  return checked('body', schema, value);
}

function checked(where: string, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(
    where,
    result.error.issues.slice(0, MAX_ISSUES).map((issue) => problemOf(issue, schema)),
  );
}

/** What is wrong, in words. A misspelt name is the most common mistake, so the one that was probably meant is told. */
function problemOf(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${place || 'it'}: ${issue.message}`;
  // Only at the top are the allowed names known here.
  const known = place === '' && schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const named = issue.keys.map((name) => {
    const meant = nearest(name, known);
    return meant === undefined ? `'${name}'` : `'${name}' (did you mean '${meant}'?)`;
  });
  return `${place === '' ? '' : `${place}: `}unknown ${named.length === 1 ? 'name' : 'names'} ${named.join(', ')}`;
}

function invalid(where: string, problems: readonly string[]): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `The ${where} of the request is invalid`, {
    why: problems.join('; '),
    next: ['/openapi.json and /docs describe every request.'],
  });
}

/** Building a schema costs more than using it. */
const SCHEMAS = new WeakMap<Shape, z.ZodType>();

function schemaOf(shape: Shape): z.ZodType {
  const known = SCHEMAS.get(shape) ?? z.strictObject(shape);
  SCHEMAS.set(shape, known);
  return known;
}

interface Wrapped {
  readonly def: { readonly type: string; readonly innerType?: Wrapped };
}

/** The type inside of optional and default. */
function kindOf(schema: z.ZodType | undefined): string | undefined {
  let inner = schema as unknown as Wrapped | undefined;
  while (inner?.def.innerType) inner = inner.def.innerType;
  return inner?.def.type;
}

/** Queries are texts; numbers and booleans have one form each. */
function typed(text: string, kind: string | undefined): unknown {
  if (kind === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
