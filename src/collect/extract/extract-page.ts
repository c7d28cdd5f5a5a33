import { type Checker, createChecker, type IncomingBatch, type OutputContract } from '../../contract/index.js';
import type { PriceType } from '../price/price-types.js';
import type { Extraction, FieldMatches, FoundItems, LayoutChange, Page, RawItem } from './extraction.js';
import { findInHtml } from './find-in-html.js';
import { findInJson } from './find-in-json.js';
import { findInRecords } from './find-in-records.js';
import { nextPage } from './next-page.js';
import type { PriceRow, RejectedRow } from './price-row.js';
import { type ReadRow, readRow } from './read-row.js';
import { ROW_FIELDS } from './row-contract.js';

export interface ExtractedPage {
  /** How many items were found. */
  readonly items: number;
  readonly rows: readonly PriceRow[];
  readonly rejected: readonly RejectedRow[];
  /** In the order of the extraction. */
  readonly fields: readonly FieldMatches[];
  /** Not null: nothing of this page should be stored. */
  readonly layout: LayoutChange | null;
  /** The address of the next page. */
  readonly next: string | null;
}

/** Fewer rows may all be wrong by chance. */
const MIN_ALL_INVALID = 3;

/** Rows of a page, checked against the contract of the source. Pure; never throws for what a page contains. */
export function extractPage(extraction: Extraction, page: Page): ExtractedPage {
  const found = findItems(extraction, page);
  const read = found.items.map((item) => readRow(extraction, item, page));
  const errors = contractErrors(extraction, read);
  const rows: PriceRow[] = [];
  const rejected: RejectedRow[] = [];
  for (const [index, row] of read.entries()) {
    const found_ = errors[index] ?? [];
    const priceRow = found_.length === 0 ? priceRowOf(index + 1, row) : null;
    if (priceRow !== null) rows.push(priceRow);
    else rejected.push({ rowNumber: index + 1, errors: found_, rawJson: rawJson(found.items[index]) });
  }
  const fields = extraction.fields.map(({ name, at, required }) => matchesOf(name, at, required, found.items));
  const layout = layoutChange(found, fields, rows.length);
  return { items: found.items.length, rows, rejected, fields, layout, next: nextPage(extraction, found, page) };
}

function findItems(extraction: Extraction, { content }: Page): FoundItems {
  if (typeof content !== 'string') return findInRecords(extraction, content);
  return extraction.kind === 'html' ? findInHtml(extraction, content) : findInJson(extraction, content);
}

type Errors = RejectedRow['errors'];

/** One check for all rows, as for the rows of a parser. What could not be converted replaces the message of the contract. */
function contractErrors(extraction: Extraction, read: readonly ReadRow[]): readonly Errors[] {
  const { columns } = extraction.contract;
  const batch: IncomingBatch = {
    output: null,
    rowCount: read.length,
    columns: columns.map(({ name }) => ({
      form: 'cells',
      name,
      cells: read.map(({ values }) => values.get(name) ?? null),
    })),
  };
  const byRow: Errors[] = read.map(({ problems }) => problems);
  for (const { rowNumber, errors } of checkerOf(extraction.contract).check(batch).quarantined) {
    const own = read[rowNumber - 1]?.problems ?? [];
    byRow[rowNumber - 1] = [
      ...own,
      ...errors.filter(({ column }) => !own.some((problem) => problem.column === column)),
    ];
  }
  return byRow;
}

/** To make a checker takes longer than to check a page. */
const CHECKERS = new WeakMap<OutputContract, Checker>();

/** One that knows the values of unique columns belongs to one page. */
function checkerOf(contract: OutputContract): Checker {
  if (contract.columns.some(({ unique }) => unique)) return createChecker(contract);
  const checker = CHECKERS.get(contract) ?? createChecker(contract);
  CHECKERS.set(contract, checker);
  checker.restart();
  return checker;
}

function priceRowOf(rowNumber: number, { values, price, shippingCents, observedAt }: ReadRow): PriceRow | null {
  if (price === null || observedAt === null) return null;
  const text = (name: string): string | null => values.get(name) ?? null;
  const lotSize = text('lot_size');
  const match = text('match_strength');
  return {
    rowNumber,
    externalId: text('external_id'),
    title: text('title'),
    url: text('url'),
    priceCents: price.cents,
    currency: price.currency,
    priceType: text('price_type') as PriceType,
    observedAt,
    shippingCents,
    lotSize: lotSize === null ? null : Number(lotSize),
    bestOffer: isTrue(text('best_offer')),
    unsold: isTrue(text('unsold')),
    seller: text('seller'),
    grade: text('grade'),
    matchPerMille: match === null ? null : Math.round(Number(match) * 1000),
    attributes: attributesOf(values),
  };
}

/** Columns of a point. Everything else is an attribute. */
const OWN_COLUMNS = new Set(
  ROW_FIELDS.filter(
    (name) => !['premium_included', 'grader', 'year', 'mint_mark', 'denomination', 'series'].includes(name),
  ),
);

function attributesOf(values: ReadonlyMap<string, string | null>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...values].flatMap(([name, value]) => (value === null || OWN_COLUMNS.has(name) ? [] : [[name, value]])),
  );
}

/** The contract has checked that it is a word for true or false. */
function isTrue(text: string | null): boolean {
  return text !== null && /^(?:true|t|yes|y|1|on)$/i.test(text.trim());
}

function matchesOf(field: string, at: string | null, required: boolean, items: readonly RawItem[]): FieldMatches {
  let [matched, example]: [number, string | null] = [0, null];
  for (const item of items) {
    const value = item.get(field) ?? null;
    if (value === null) continue;
    matched += 1;
    example ??= value.text.slice(0, EXAMPLE_CHARACTERS);
  }
  // A constant matches everywhere.
  if (at === null) matched = items.length;
  return { field, matched, missing: items.length - matched, required, example };
}

const EXAMPLE_CHARACTERS = 200;

function layoutChange(found: FoundItems, fields: readonly FieldMatches[], validRows: number): LayoutChange | null {
  if (found.unreadable !== null)
    return { reason: 'unreadable', message: `The page cannot be read: ${found.unreadable}.` };
  if (!found.found) return { reason: 'no_items', message: 'The place of the items was not found on the page.' };
  if (found.items.length === 0) return null;
  const missing = fields.filter(({ required, matched }) => required && matched === 0);
  if (missing.length > 0) {
    const names = missing.map(({ field }) => field).join(', ');
    return { reason: 'field_missing', message: `None of ${found.items.length} items has a value for ${names}.` };
  }
  if (validRows === 0 && found.items.length >= MIN_ALL_INVALID) {
    return { reason: 'all_rows_invalid', message: `None of ${found.items.length} items satisfies the contract.` };
  }
  return null;
}

function rawJson(item: RawItem | undefined): string {
  return JSON.stringify(Object.fromEntries([...(item ?? [])].map(([name, value]) => [name, value?.text ?? null])));
}
