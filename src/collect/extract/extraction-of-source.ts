import type { Extraction, PageKind } from './extraction.js';
import { parseExtraction } from './parse-extraction.js';
import { ROW_FIELDS } from './row-contract.js';

/** Rows whose columns have the names of fields need no extraction. */
const BY_NAME = { fields: Object.fromEntries(ROW_FIELDS.map((name) => [name, name])) };

/** The extraction of a source. Feeds and adapters have rows already, so theirs may be absent. */
export function extractionOf(source: {
  readonly kind: string;
  readonly extract: unknown;
  readonly contract: unknown;
}): Extraction {
  const { kind, extract, contract } = source;
  const pageKind: PageKind = kind === 'json' || kind === 'html' ? kind : 'records';
  return parseExtraction(pageKind, extract ?? BY_NAME, contract);
}
