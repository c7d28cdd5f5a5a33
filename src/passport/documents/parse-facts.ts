import { isUtf8 } from 'node:buffer';
import { cjsonBytes, sha256Hex } from '../../platform/index.js';
import { readCsvText } from './csv-text.js';
import { createFindings, type Findings, type FoundFact } from './findings.js';
import { readJsonText } from './json-text.js';
import { BATTERY_DATA } from './kinds/battery-data.js';
import { BOM } from './kinds/bom.js';
import { DUE_DILIGENCE } from './kinds/due-diligence.js';
import type { DocumentReader } from './kinds/kind.js';
import { PCF } from './kinds/pcf.js';
import { locate } from './locate.js';
import { type DocumentProblem, type Place, placesAt, withPlaces } from './problem.js';
import { csvSource, jsonSource, type Payload, type Source, type Spot } from './source.js';

export type DocumentKind = 'BOM' | 'PCF' | 'DUE_DILIGENCE' | 'BATTERY_DATA' | 'OTHER';

export interface Document {
  readonly kind: DocumentKind;
  /** `application/json` and `text/csv` are read. Of any other type, the content decides. */
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/** A fact before it has an id: what a document says about one thing. */
export interface ParsedFact {
  readonly factType: string;
  readonly factKey: string;
  readonly schemaVersion: number;
  readonly payload: Payload;
  readonly payloadCanonical: Buffer;
  readonly payloadHash: string;
  /** Where it is in the document. */
  readonly pointer: string | undefined;
  readonly line: number;
  readonly column: number;
}

export type FactParsing =
  | { readonly ok: true; readonly facts: readonly ParsedFact[] }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] };

/** The bill of materials of a car has less than 1 MB. */
export const MAX_DOCUMENT_BYTES = 16 * 1_024 * 1_024;

const SCHEMA_VERSION = 1;

const READERS: Readonly<Record<DocumentKind, DocumentReader | undefined>> = {
  BOM,
  PCF,
  DUE_DILIGENCE,
  BATTERY_DATA,
  OTHER: undefined,
};

/** Reads the facts of a document. The same bytes give the same facts; a document with any problem gives none. */
export function parseFacts({ kind, mimeType, content }: Document): FactParsing {
  const reader = READERS[kind];
  if (reader === undefined) return rejected(`no facts are read from a document of the kind ${kind}`);
  if (content.length > MAX_DOCUMENT_BYTES) {
    return rejected(`the document has ${content.length} bytes, and the limit is ${MAX_DOCUMENT_BYTES}`);
  }
  if (!isUtf8(content)) return rejected('the document is not text in UTF-8');
  // A byte order mark at the beginning is left out.
  const text = new TextDecoder().decode(content);
  if (text.includes('\0')) return rejected('the document contains the null character: it is not text');
  return isJson(mimeType, text) ? jsonFacts(text, reader) : csvFacts(text, reader);
}

function isJson(mimeType: string, text: string): boolean {
  if (/[/+]json\b/i.test(mimeType)) return true;
  return !/[/+](?:csv|tab-separated-values)\b/i.test(mimeType) && /^\s*[[{]/.test(text);
}

function jsonFacts(text: string, reader: DocumentReader): FactParsing {
  const { value, problems } = readJsonText(text);
  if (problems.length > 0) return { ok: false, problems: withPlaces(text, problems) };
  const root = jsonSource(value, []);
  if (root === undefined) return rejected('the document must be a JSON object');
  const findings = createFindings();
  checkHead(root, reader, findings);
  reader.fromJson(root, findings);
  const pointers = [...findings.problems, ...findings.facts].map(({ spot }) => ('pointer' in spot ? spot.pointer : ''));
  const offsets = locate(text, pointers);
  return concluded(text, findings, (spot) => ('pointer' in spot ? (offsets.get(spot.pointer) ?? 0) : spot.offset));
}

function checkHead(root: Source, { names }: DocumentReader, findings: Findings): void {
  const { document, schema_version: version } = root.payload;
  if (document !== undefined && !names.some((name) => name === document)) {
    findings.problem(`document must be "${names.join('" or "')}"`, root.spotOf('document'));
  }
  if (version !== undefined && version !== SCHEMA_VERSION) {
    findings.problem(`schema_version must be ${SCHEMA_VERSION}`, root.spotOf('schema_version'));
  }
}

function csvFacts(text: string, reader: DocumentReader): FactParsing {
  const { rows, problems } = readCsvText(text);
  if (problems.length > 0) return { ok: false, problems: withPlaces(text, problems) };
  const findings = createFindings();
  const sources = rows.map((row) => csvSource(row, reader.csvShape));
  if (sources.length === 0) findings.problem('the document has no rows', { offset: 0 });
  reader.fromCsv(sources, findings);
  return concluded(text, findings, (spot) => ('offset' in spot ? spot.offset : 0));
}

function concluded(text: string, findings: Findings, offsetOf: (spot: Spot) => number): FactParsing {
  if (findings.problems.length > 0) {
    const problems = findings.problems.map(({ message, spot }) => ({
      message,
      pointer: 'pointer' in spot ? spot.pointer : undefined,
      offset: offsetOf(spot),
    }));
    return { ok: false, problems: withPlaces(text, problems) };
  }
  const ordered = findings.facts
    .map((fact) => ({ fact, offset: offsetOf(fact.spot) }))
    .sort((a, b) => a.offset - b.offset);
  const places = placesAt(
    text,
    ordered.map(({ offset }) => offset),
  );
  return { ok: true, facts: ordered.map(({ fact }, index) => parsedFact(fact, places[index] as Place)) };
}

/** The result of reading a document whose places are known without a text. */
export function concludedAt(
  { facts, problems }: Findings,
  placeOf: (spot: Spot) => Place & { readonly pointer: string },
): FactParsing {
  if (problems.length > 0) {
    return { ok: false, problems: problems.map(({ message, spot }) => ({ message, ...placeOf(spot) })) };
  }
  return {
    ok: true,
    facts: facts.map((fact) => ({ ...parsedFact(fact, placeOf(fact.spot)), pointer: placeOf(fact.spot).pointer })),
  };
}

function parsedFact({ factType, factKey, payload, spot }: FoundFact, { line, column }: Place): ParsedFact {
  const payloadCanonical = cjsonBytes(payload);
  return {
    factType,
    factKey,
    schemaVersion: SCHEMA_VERSION,
    payload,
    payloadCanonical,
    payloadHash: sha256Hex(payloadCanonical),
    pointer: 'pointer' in spot ? spot.pointer : undefined,
    line,
    column,
  };
}

export function rejected(message: string): FactParsing {
  return { ok: false, problems: [{ message, line: 1, column: 1 }] };
}
