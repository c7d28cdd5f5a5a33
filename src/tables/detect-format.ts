import { isAscii } from 'node:buffer';
import { oldWorkbook } from './excel/failures.js';
import type { InputFile } from './source/input-file.js';
import { type DelimitedFinding, recogniseDelimited } from './delimited/detect/recognise-delimited.js';
import { detectEncoding, type Encoding } from './encoding/detect-encoding.js';
import { decodeHead } from './encoding/decode.js';
import { namedEncoding } from './encoding/named-encoding.js';
import type { Dialect, FileFormat } from './format/file-format.js';
import type { FormatOptions } from './format/format-options.js';
import { type FileEnds, readEnds } from './source/file-ends.js';
import { type FixedWidthFinding, recogniseFixedWidth } from './fixed-width/recognise-fixed-width.js';
import { recogniseJson } from './json/recognise-json.js';
import { markupReason } from './text/markup.js';
import { nameWithoutCompression, promiseOf } from './format/name-hint.js';
import { noTableReason, notATable, signatureReason } from './format/not-a-table.js';
import { signatureOf } from './format/signature.js';
import { type DecodedText, fromLineStart, textSamples } from './text/text-samples.js';

export type { FormatOptions } from './format/format-options.js';

/** What a file is and how to read it as a table. Looks at its beginning and its end, however large it is. */
export async function detectFormat(file: InputFile, options: FormatOptions = {}): Promise<FileFormat> {
  const ends = await readEnds({ path: file.name, at: file.bytes ?? file.path, content: file.content });
  const name = nameWithoutCompression(file.name);
  if (ends.head.bytes.length === 0) throw notATable(file.name, 'It is empty.');
  const signature = signatureOf(ends.head.bytes, name);
  if (signature === 'parquet') return { kind: 'parquet', compression: ends.compression };
  if (signature === 'excel' && ends.compression === 'none') {
    const { detectExcel } = await import('./excel/detect-excel.js');
    return detectExcel(file, options);
  }
  if (signature === 'excel_97') throw oldWorkbook(file.name, ends.head.bytes);
  if (signature !== null) throw notATable(file.name, signatureReason(signature));
  return detectText(file, name, ends, options);
}

function detectText(file: InputFile, name: string, ends: FileEnds, options: FormatOptions): FileFormat {
  const encoding = options.encoding === undefined ? encodingOf(ends) : namedEncoding(options.encoding, ends.head.bytes);
  if (encoding === null) throw notATable(file.name, 'Its bytes are no text in any encoding that was tried.');
  const text = {
    head: decodeHead(ends.head, encoding),
    isWhole: ends.head.isWhole,
    tail: decodeTail(ends, encoding),
  };
  const json = recogniseJson(text, promiseOf(name), options);
  if (json !== null) return { ...json, compression: ends.compression, encoding };
  const markup = options.format === undefined && options.delimiter === undefined ? markupReason(text.head) : null;
  if (markup !== null) throw notATable(file.name, markup);
  const found = recogniseTable(text, promiseOf(name), options);
  if (found === null) throw notATable(file.name, noTableReason(promiseOf(name), text.head));
  return { ...found, notes: [...guessNote(encoding), ...found.notes], compression: ends.compression, encoding };
}

function guessNote({ name, confidence }: Encoding): string[] {
  return confidence === 'guess' ? [`The encoding is a guess (${name}); --encoding names another.`] : [];
}

type FoundTable =
  | ({ readonly kind: 'delimited' } & Omit<DelimitedFinding, 'headerIsCertain'>)
  | ({ readonly kind: 'fixed_width' } & Omit<FixedWidthFinding, 'headerIsCertain'>);

/** A list is the last thing a text is taken for: everything is one. */
function recogniseTable(
  text: DecodedText,
  promise: ReturnType<typeof promiseOf>,
  given: FormatOptions,
): FoundTable | null {
  const samples = textSamples(text);
  const isPromised = given.format === 'delimited' || (given.format === undefined && promise === 'delimited');
  const delimited = given.format === 'fixed_width' ? null : recogniseDelimited(samples, { isPromised, given });
  const asDelimited = delimited === null ? null : asFound(delimited);
  const isTable = delimited !== null && delimited.dialect.columns.length > 1;
  if (given.format === 'delimited') return asDelimited;
  if (isTable && !(given.format === undefined && cutsNumbers(samples.head.text, delimited.dialect))) return asDelimited;
  const fixed = recogniseFixedWidth({ ...text, text: text.head, lineEnd: samples.head.lineEnd }, given);
  if (fixed === null) return asDelimited;
  return { kind: 'fixed_width', layout: fixed.layout, confidence: fixed.confidence, notes: fixed.notes };
}

function asFound({ dialect, confidence, notes }: DelimitedFinding): FoundTable {
  return { kind: 'delimited', dialect, confidence, notes };
}

/** Whether all commas stand between digits and wide gaps between words: then the gaps part columns of `1,234.56`. */
function cutsNumbers(text: string, { delimiter }: Dialect): boolean {
  if (delimiter !== ',' || /,(?!\d)|(?<!\d),/.test(text)) return false;
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes(','));
  return lines.filter((line) => /\S {2,}\S/.test(line)).length >= MOST_LINES * lines.length;
}

const MOST_LINES = 0.9;

/** A head of plain ASCII says nothing; then the end of the file may. What the head says counts for all of it. */
function encodingOf({ head, tail }: FileEnds): Encoding | null {
  const found = detectEncoding(head);
  if (tail === null || found === null || !isAscii(head.bytes)) return found;
  return detectEncoding({ bytes: tail, isWhole: false }) ?? found;
}

function decodeTail({ tail }: FileEnds, encoding: Encoding): string | null {
  if (tail === null) return null;
  return fromLineStart(decodeHead({ bytes: tail, isWhole: true }, encoding));
}
