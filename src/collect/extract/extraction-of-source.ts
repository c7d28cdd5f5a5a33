import type { Extraction, PageKind } from './extraction.js';
import { parseExtraction } from './parse-extraction.js';
import { ROW_FIELDS } from './row-contract.js';

/** Rows whose columns have the names of fields need no extraction. */
const BY_NAME = { fields: Object.fromEntries(ROW_FIELDS.map((name) => [name, name])) };

/** Parsed extractions, by what they were parsed from: parsing takes longer than all gates before a request. */
const PARSED = new Map<string, Extraction>();
const MAX_PARSED = 200;

/** The extraction of a source. Feeds and adapters have rows already, so theirs may be absent. */
export function extractionOf(source: {
  readonly kind: string;
  readonly extract: unknown;
  readonly contract: unknown;
}): Extraction {
  const { kind, extract, contract } = source;
  const pageKind: PageKind = kind === 'json' || kind === 'html' ? kind : 'records';
  const key = JSON.stringify([pageKind, extract ?? null, contract ?? null]);
  const parsed = PARSED.get(key) ?? parseExtraction(pageKind, extract ?? BY_NAME, contract);
  if (PARSED.size >= MAX_PARSED) PARSED.clear();
  PARSED.set(key, parsed);
  return parsed;
}
