import type { Reader } from '../../contract/index.js';
import type { OutputContract } from '../../contract/index.js';

/** Where values are found: by paths in JSON, by CSS selectors in HTML, by column names in rows of a reader or adapter. */
export type PageKind = 'json' | 'html' | 'records';

/** What to read from a page and how. Parsed from the file of `--extract`; see docs/reference/collect.md. */
export interface Extraction {
  readonly kind: PageKind;
  /** Path or selector of the items. Null: the whole document is one item, or a list of items. */
  readonly items: string | null;
  /** Matches a page without results. Without it, an HTML page without items is a changed layout. */
  readonly empty: string | null;
  readonly fields: readonly FieldSpec[];
  readonly pagination: Pagination | null;
  /** What every row must satisfy. */
  readonly contract: OutputContract;
}

export interface FieldSpec {
  readonly name: string;
  /** Where the value is. Null: it is `value` in every row. */
  readonly at: string | null;
  /** A constant, or what is used where nothing is found. */
  readonly value: string | null;
  /** The part of the text that counts: the first group, or the whole match. */
  readonly pattern: RegExp | null;
  readonly date: DateNotation | null;
  /** The decimal mark of prices. Null: found from the text, or a problem if there are two readings. */
  readonly decimal: '.' | ',' | null;
  /** Replaces values: `{"Sold": "sold"}`. */
  readonly map: ReadonlyMap<string, string> | null;
  /** A page on which it never matches has changed. */
  readonly required: boolean;
}

export type DateNotation =
  | { readonly kind: 'unix'; readonly unitMs: 1 | 1000 }
  | { readonly kind: 'text'; readonly read: Reader; readonly zone: string | null };

export type Pagination =
  | { readonly kind: 'next'; readonly at: string }
  | { readonly kind: 'cursor'; readonly at: string; readonly parameter: string }
  | { readonly kind: 'page'; readonly parameter: string; readonly start: number; readonly step: number };

/** A page to extract from. `url` is its final address: relative links are resolved against it. */
export interface Page {
  /** The text of JSON and HTML, or the rows of a reader or adapter by column. */
  readonly content: string | readonly Readonly<Record<string, unknown>>[];
  readonly url: string;
  readonly fetchedAtMs: number;
  /** 1 for the first page of a collection. */
  readonly number: number;
}

/** One value as found: a text, or the text of a number whose notation is known. */
export interface RawValue {
  readonly text: string;
  readonly isNumber: boolean;
}

/** The values of one item by field; null where nothing matched. */
export type RawItem = ReadonlyMap<string, RawValue | null>;

/** What was found on a page, before values are converted. */
export interface FoundItems {
  readonly items: readonly RawItem[];
  /** Whether the place of the items exists. False on a page whose layout changed. */
  readonly found: boolean;
  /** The text of the next link or cursor. */
  readonly next: string | null;
  /** Why the page cannot be read at all; null if it can. */
  readonly unreadable: string | null;
}

export interface FieldMatches {
  readonly field: string;
  /** Items in which something matched, and in which nothing did. */
  readonly matched: number;
  readonly missing: number;
  readonly required: boolean;
  /** The first text that matched. */
  readonly example: string | null;
}

export interface LayoutChange {
  readonly reason: 'unreadable' | 'no_items' | 'field_missing' | 'all_rows_invalid';
  /** One sentence for people. */
  readonly message: string;
}
