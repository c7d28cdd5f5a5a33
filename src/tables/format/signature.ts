import type { NamedFormat } from './preview.js';

export type Signature = NamedFormat | 'gzip' | 'parquet';

/** The first bytes of formats that have some of their own; `\xNN` is one byte. */
const SIGNATURES: readonly (readonly [string, Signature])[] = [
  ['\x1f\x8b', 'gzip'],
  ['PAR1', 'parquet'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  // A frame that holds nothing may come first; half of a byte of it is for the writer to choose.
  ...Array.from({ length: 16 }, (_, at) => [`${String.fromCharCode(0x50 + at)}\x2a\x4d\x18`, 'zstd'] as const),
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ\x00', 'xz'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'excel_97'],
  ['\x04\x22\x4d\x18', 'lz4'],
  ['%PDF-', 'pdf'],
  ['SQLite format 3\x00', 'sqlite'],
  ['ARROW1', 'arrow'],
  ['Obj\x01', 'avro'],
  ['ORC', 'orc'],
];

/** A few letters may be the start of any text; only with bytes that text has not they are a signature. */
const NEEDS_BINARY: ReadonlySet<Signature> = new Set<Signature>(['parquet', 'bzip2', 'arrow', 'orc']);

/** The format that a file's first bytes name, if they name one. */
export function signatureOf(bytes: Uint8Array, path: string): Signature | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const found = SIGNATURES.find(([prefix]) => start.startsWith(prefix))?.[1] ?? null;
  if (found !== null && NEEDS_BINARY.has(found) && !hasBinary(start)) return null;
  return found === 'zip' ? zipOf(bytes, path) : found;
}

function hasBinary(start: string): boolean {
  // oxlint-disable-next-line no-control-regex -- bytes that no text has are what is looked for
  return /[\x00-\x08\x0e-\x1f]/.test(start);
}

/** What a zip is by the names of its parts: a workbook has a folder `xl`, which may stand further back than the head reaches. */
function zipOf(bytes: Uint8Array, path: string): 'excel' | 'opendocument' | 'zip' {
  const text = Buffer.from(bytes).toString('latin1');
  // The first part of a document of OpenOffice is its type, not packed.
  if (text.startsWith('mimetypeapplication/vnd.oasis.opendocument', NAME_IN_PART)) return 'opendocument';
  return PART_OF_WORKBOOK.test(text) || /\.xls[xmb]$/i.test(path) ? 'excel' : 'zip';
}

/** Where the name of a part stands, behind the start of it. */
const NAME_IN_PART = 30;
// oxlint-disable-next-line no-control-regex -- the mark at the start of each part
const PART_OF_WORKBOOK = /PK\x03\x04[^]{26}(?:\/?xl[/\\])/i;
