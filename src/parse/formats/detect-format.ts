import { isAscii } from 'node:buffer';
import type { InputFile } from '../run/inputs.js';
import { recogniseDelimited } from './delimited/recognise-delimited.js';
import { detectEncoding, type Encoding } from './encoding/detect-encoding.js';
import { decodeHead } from './encoding/decode.js';
import { namedEncoding } from './encoding/named-encoding.js';
import type { FileFormat } from './file-format.js';
import type { FormatOptions } from './format-options.js';
import { type FileEnds, readEnds } from './file-ends.js';
import { nameWithoutCompression, promiseOf } from './name-hint.js';
import { notATable } from './not-a-table.js';
import { signatureOf } from './signature.js';
import { fromLineStart, textSamples } from './text-samples.js';

export type { FormatOptions } from './format-options.js';

/** What a file is and how to read it as a table. Looks at its beginning and its end, however large it is. */
export async function detectFormat(file: InputFile, options: FormatOptions = {}): Promise<FileFormat> {
  const ends = await readEnds({ path: file.name, at: file.bytes ?? file.path });
  const name = nameWithoutCompression(file.name);
  if (ends.head.bytes.length === 0) throw notATable(file.name, 'It is empty.');
  const signature = signatureOf(ends.head.bytes, name);
  if (signature === 'parquet') return { kind: 'parquet', compression: ends.compression };
  if (signature !== null) throw notATable(file.name, `Its first bytes are those of ${signature}.`);
  return detectText(file, name, ends, options);
}

function detectText(file: InputFile, name: string, ends: FileEnds, options: FormatOptions): FileFormat {
  const encoding = options.encoding === undefined ? encodingOf(ends) : namedEncoding(options.encoding);
  if (encoding === null) throw notATable(file.name, 'Its bytes are no text in any encoding that was tried.');
  const samples = textSamples({
    head: decodeHead(ends.head, encoding),
    isWhole: ends.head.isWhole,
    tail: decodeTail(ends, encoding),
  });
  const isPromised = options.format === 'delimited' || promiseOf(name) === 'delimited';
  const found = recogniseDelimited(samples, { isPromised, given: options });
  if (found === null) throw notATable(file.name, 'Its lines have no delimiter in common.');
  return { kind: 'delimited', compression: ends.compression, encoding, ...found };
}

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
