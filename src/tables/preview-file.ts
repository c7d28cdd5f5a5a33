import { previewBinary } from './preview/binary.js';
import { decodeHead } from './encoding/decode.js';
import { detectEncoding } from './encoding/detect-encoding.js';
import { type Head, readHead } from './source/head.js';
import { nameWithoutCompression } from './format/name-hint.js';
import type { Preview, PreviewTable } from './format/preview.js';
import { signatureOf } from './format/signature.js';
import { readUnpackedHead } from './source/unpacked-head.js';
import { previewNamed } from './format/named.js';
import { previewText } from './preview/text.js';

export interface PreviewOptions {
  /** How many rows to show at most. */
  readonly rows: number;
  /** The path's raw bytes, when it is not UTF-8 and so cannot be a string. */
  readonly pathBytes?: Buffer | undefined;
}

type TextFacts = Pick<Preview, 'encoding' | 'encodingConfidence'>;

const NO_TEXT: TextFacts = { encoding: null, encodingConfidence: null };

/** What a file is and how it begins. Reads a bounded head of it, however large it is. */
export async function previewFile(path: string, { rows, pathBytes }: PreviewOptions): Promise<Preview> {
  const place = { path, at: pathBytes ?? path };
  const head = await readHead(place);
  const facts = { path, bytes: head.fileBytes, compression: null };
  const signature = signatureOf(head.bytes, path);
  switch (signature) {
    case 'gzip':
    case 'zstd': {
      const inside = await readUnpackedHead(head, signature);
      const { notes, ...content } = previewContent(inside.head, nameWithoutCompression(path), rows);
      return { ...facts, compression: signature, ...content, notes: [...inside.notes, ...notes] };
    }
    case 'parquet': {
      const { previewParquet } = await import('./parquet/preview-parquet.js');
      return { ...facts, ...NO_TEXT, ...(await previewParquet(place, rows)) };
    }
    case 'excel': {
      const { previewExcel } = await import('./excel/preview-excel.js');
      return { ...facts, ...NO_TEXT, ...(await previewExcel({ name: path, path, bytes: pathBytes }, rows)) };
    }
    default:
      return { ...facts, ...previewContent(head, path, rows) };
  }
}

/** The content of a head, without looking into anything packed inside it. */
function previewContent(head: Head, name: string, rows: number): PreviewTable & TextFacts {
  const signature = signatureOf(head.bytes, name);
  if (signature !== null) return { ...NO_TEXT, ...previewNamed(signature) };
  // Nothing has no encoding.
  if (head.bytes.length === 0) return { ...NO_TEXT, ...previewText({ text: '', isWhole: true }, { name, rows }) };
  const encoding = detectEncoding(head);
  if (encoding === null) return { ...NO_TEXT, ...previewBinary(head) };
  const table = previewText({ text: decodeHead(head, encoding), isWhole: head.isWhole }, { name, rows });
  return { encoding: encoding.name, encodingConfidence: encoding.confidence, ...table };
}
