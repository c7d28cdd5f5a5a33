import { isAscii } from 'node:buffer';
import { CasparianError, hint } from '../platform/index.js';
import { decodeHead } from './encoding/decode.js';
import { detectEncoding, type Encoding } from './encoding/detect-encoding.js';
import { namedEncoding } from './encoding/named-encoding.js';
import { oldWorkbook } from './excel/failures.js';
import type { FormatOptions, TextCandidate, TextFormat } from './format.js';
import {
  BINARY_FORMATS,
  type FileFormat,
  formatOf,
  formatOfName,
  nameWithoutCompression,
  TEXT_FORMATS,
  UNREAD_FORMATS,
} from './formats.js';
import type { Compression } from './source/compression.js';
import { type FileEnds, readEnds } from './source/head.js';
import type { InputFile } from './source/input-file.js';
import { notATable } from './table/not-a-table.js';
import type { TableReader } from './table/table-reader.js';
import { fromLineStart, textSamples } from './text/text-samples.js';

/** Detects how to read a file as a table. Reads only the beginning and the end of it. */
export async function detectFormat(file: InputFile, options: FormatOptions = {}): Promise<FileFormat> {
  const format = await formatOfFile(file, options);
  if (format.kind !== 'delimited' && (options.table ?? 1) > 1) throw onlyTable(file.name, options.table ?? 1);
  return format;
}

function onlyTable(name: string, wanted: number): CasparianError {
  return new CasparianError('OPTION_INVALID', `Table ${wanted} of '${name}' does not exist`, {
    why: 'Only text with a delimiter can have several tables.',
    next: [hint('Leave out {}', { options: { table: true } })],
  });
}

async function formatOfFile(file: InputFile, options: FormatOptions): Promise<FileFormat> {
  const ends = await readEnds(file);
  const { bytes } = ends.head;
  const name = nameWithoutCompression(file.name);
  if (bytes.length === 0) throw notATable(file.name, 'It is empty.');
  const binary = BINARY_FORMATS.find((row) => row.matches(bytes, name));
  if (binary !== undefined) {
    if (ends.compression !== 'none') throw compressedBinary(file.name, binary.label, ends.compression);
    return binary.detect(file, options);
  }
  const unread = UNREAD_FORMATS.find((row) => row.matches(bytes, name));
  if (unread?.name === 'excel_97') throw oldWorkbook(file.name, bytes);
  if (unread !== undefined) throw notATable(file.name, unread.note);
  return detectText(file, name, ends, options);
}

/** Opens a file of a known format. JSON is read once to find its columns; other formats are read when batches are requested. */
export async function openReader(file: InputFile, format: FileFormat): Promise<TableReader> {
  const row = formatOf(format) as { open(file: InputFile, format: FileFormat): Promise<TableReader> };
  return row.open(file, format);
}

async function detectText(file: InputFile, name: string, ends: FileEnds, options: FormatOptions): Promise<FileFormat> {
  const encoding = options.encoding === undefined ? encodingOf(ends) : namedEncoding(options.encoding, ends.head.bytes);
  if (encoding === null) throw notATable(file.name, 'Its bytes are not text in any known encoding.');
  const candidate = textCandidate(name, ends, encoding);
  const isOpen = options.format === undefined && options.delimiter === undefined;
  const markup = isOpen ? markupReason(candidate.text.head) : null;
  if (markup !== null) throw notATable(file.name, markup);
  const found = await firstMatch(candidate, options);
  if (found === null) throw notATable(file.name, noTableReason(candidate, options));
  return found;
}

async function firstMatch(candidate: TextCandidate, options: FormatOptions): Promise<FileFormat | null> {
  const rows: readonly TextFormat<FileFormat>[] =
    TEXT_FORMATS as readonly unknown[] as readonly TextFormat<FileFormat>[];
  let fallback: FileFormat | null = null;
  for (const row of rows) {
    if (options.format !== undefined && row.kind !== options.format) continue;
    const found = await row.detect(candidate, options);
    if (found !== null && !found.isFallback) return found.format;
    fallback ??= found?.format ?? null;
  }
  return fallback;
}

function textCandidate(name: string, ends: FileEnds, encoding: Encoding): TextCandidate {
  const text = {
    head: decodeHead(ends.head, encoding),
    isWhole: ends.head.isWhole,
    tail: decodeTail(ends, encoding),
  };
  let samples: ReturnType<typeof textSamples> | null = null;
  return {
    text,
    samples: () => (samples ??= textSamples(text)),
    namedFormat: formatOfName(name),
    compression: ends.compression,
    encoding,
    notes: encoding.confidence === 'guess' ? [`The encoding is a guess (${encoding.name}).`] : [],
  };
}

/** A head of plain ASCII does not show the encoding; the tail may. Otherwise the head decides for the whole file. */
function encodingOf({ head, tail }: FileEnds): Encoding | null {
  const found = detectEncoding(head);
  if (tail === null || found === null || !isAscii(head.bytes)) return found;
  return detectEncoding({ bytes: tail, isWhole: false }) ?? found;
}

function decodeTail({ tail }: FileEnds, encoding: Encoding): string | null {
  if (tail === null) return null;
  return fromLineStart(decodeHead({ bytes: tail, isWhole: true }, encoding));
}

const HTML = /^\s*(?:<!--.*?-->\s*)?(?:<!doctype html\b|<html\b|<head\b|<meta\b|<style\b|<table\b)/is;
const XML = /^\s*<\?xml\b/i;
const ELEMENT = /^\s*<[A-Za-z_][\w.:-]*(?:\s[^<>]*)?>/;

/** Lines of markup may have commas. Many programs export HTML and XML under the name .xls, because Excel opens them. */
function markupReason(head: string): string | null {
  if (HTML.test(head))
    return 'It is an HTML page. Excel opens it and saves it as .xlsx or .csv; pandas.read_html reads its tables.';
  if (XML.test(head) || isMarkup(head)) return 'It is XML. If Excel wrote it, Excel opens it and saves it as .xlsx.';
  return null;
}

/** XML without a declaration: it begins with an element, and so do all lines. */
function isMarkup(head: string): boolean {
  if (!ELEMENT.test(head) || !/<\/|\/>/.test(head)) return false;
  return head.split(/[\r\n]+/).every((line) => line.trim() === '' || /^\s*</.test(line));
}

function noTableReason({ namedFormat, text }: TextCandidate, { format }: FormatOptions): string {
  const start = text.head.trim().slice(0, 30);
  if (start === '') return 'It contains only white space.';
  const binary = BINARY_FORMATS.find(({ kind }) => kind === format);
  if (binary !== undefined) return `It is text, not ${binary.label}.`;
  if (namedFormat === 'json' || namedFormat === 'ndjson') {
    return `It is named like JSON, but begins with ${JSON.stringify(start)}: records are objects or lists.`;
  }
  return 'Its lines have no delimiter and no columns in common.';
}

function compressedBinary(name: string, label: string, compression: Compression): CasparianError {
  const command = compression === 'gzip' ? 'gunzip -k' : 'zstd -d';
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a file of ${label} inside ${compression}`, {
    why: 'Its parts are read in any order, which compressed data does not allow.',
    next: [`Unpack it: ${command} '${name}'`],
  });
}
