import { errorMessage } from '../platform/index.js';
import { decodeHead } from './encoding/decode.js';
import { detectEncoding } from './encoding/detect-encoding.js';
import type { TextHead } from './format.js';
import { BINARY_FORMATS, formatOfName, nameWithoutCompression, TEXT_FORMATS, UNREAD_FORMATS } from './formats.js';
import { compressionOf } from './source/compression.js';
import { decompressHead, type Head, readHead } from './source/head.js';
import { noRows, type Preview, type PreviewTable } from './table/preview-table.js';

export interface PreviewOptions {
  /** The largest number of rows to show. */
  readonly rows: number;
  /** The path's raw bytes, when it is not UTF-8 and so cannot be a string. */
  readonly pathBytes?: Buffer | undefined;
}

type TextFacts = Pick<Preview, 'encoding' | 'encodingConfidence'>;

const NO_TEXT: TextFacts = { encoding: null, encodingConfidence: null };

/** Shows the format and the first rows of a file. Reads only its first bytes, however large it is. */
export async function previewFile(path: string, { rows, pathBytes }: PreviewOptions): Promise<Preview> {
  const file = { name: path, path, bytes: pathBytes };
  const head = await readHead(file);
  const facts = { path, bytes: head.fileBytes, compression: null };
  const compression = compressionOf(head.bytes);
  if (compression !== null) {
    const inside = await decompressHead(head, compression);
    const { notes, ...content } = await previewContent(inside.head, nameWithoutCompression(path), rows);
    return { ...facts, compression, ...content, notes: [...inside.notes, ...notes] };
  }
  const binary = BINARY_FORMATS.find((row) => row.matches(head.bytes, path));
  if (binary !== undefined) return { ...facts, ...NO_TEXT, ...(await binary.preview(file, rows)) };
  return { ...facts, ...(await previewContent(head, path, rows)) };
}

/** Shows the content of a head. Binary formats inside compressed files are only named. */
async function previewContent(head: Head, name: string, rows: number): Promise<PreviewTable & TextFacts> {
  const { bytes, isWhole } = head;
  const binary = BINARY_FORMATS.find((row) => row.matches(bytes, name));
  if (binary !== undefined)
    return {
      ...NO_TEXT,
      ...noRows(binary.name, [`${binary.label} inside a compressed file. Unpack it to see its rows.`]),
    };
  const unread = UNREAD_FORMATS.find((row) => row.matches(bytes, name));
  if (unread !== undefined) return { ...NO_TEXT, ...noRows(unread.name, [unread.note]) };
  if (bytes.length === 0) return { ...NO_TEXT, ...previewLines({ text: '', isWhole: true }, rows) };
  const encoding = detectEncoding(head);
  if (encoding === null) return { ...NO_TEXT, ...previewBytes(head) };
  const table = await previewText({ text: decodeHead(head, encoding), isWhole }, name, rows);
  return { encoding: encoding.name, encodingConfidence: encoding.confidence, ...table };
}

/** The first format that matches. Any text can be shown as lines. */
export async function previewText(head: TextHead, name: string, rows: number): Promise<PreviewTable> {
  const namedFormat = formatOfName(name);
  for (const row of TEXT_FORMATS) {
    const table = await row.preview?.(head, { rows, namedFormat });
    if (table != null) return table;
  }
  const lines = previewLines(head, rows);
  return namedFormat === 'json' && lines.format === 'text' ? { ...lines, notes: invalidJsonNote(head) } : lines;
}

/** Explains why a file with the ending .json is shown as text. */
function invalidJsonNote({ text, isWhole }: TextHead): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return isWhole ? [`The file is named like JSON, but its content is not JSON: ${errorMessage(error)}.`] : [];
  }
}

function previewLines({ text, isWhole }: TextHead, rows: number): PreviewTable {
  const lines = text.split(/\r\n|\n|\r/);
  if (isWhole && lines.at(-1) === '') lines.pop();
  return {
    format: text === '' ? 'empty' : 'text',
    columns: lines.length === 0 ? [] : [{ name: 'line', type: null }],
    rows: lines.slice(0, rows).map((line) => [line]),
    truncated: !isWhole || lines.length > rows,
    rowCount: isWhole ? lines.length : null,
    delimiter: null,
    header: null,
    notes: [],
  };
}

const DUMP_BYTES = 64;
const DUMP_LINE_BYTES = 16;

/** A hex dump of the first bytes. */
function previewBytes({ bytes, isWhole }: Head): PreviewTable {
  const shown = Buffer.from(bytes.subarray(0, DUMP_BYTES));
  const starts = Array.from({ length: Math.ceil(shown.length / DUMP_LINE_BYTES) }, (_, line) => line * DUMP_LINE_BYTES);
  return {
    ...noRows('binary', ['The format is unknown: these are bytes, not text.']),
    columns: ['offset', 'hex', 'text'].map((name) => ({ name, type: null })),
    rows: starts.map((start) => dumpLine(start, shown.subarray(start, start + DUMP_LINE_BYTES))),
    truncated: !isWhole || bytes.length > DUMP_BYTES,
  };
}

function dumpLine(start: number, bytes: Buffer): string[] {
  const hex = bytes.toString('hex').replace(/(..)(?=.)/g, '$1 ');
  const text = bytes.toString('latin1').replace(/[^ -~]/g, '.');
  return [start.toString(16).padStart(4, '0'), hex, text];
}
