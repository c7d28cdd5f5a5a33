import type { NamedFormat } from '../preview/preview.js';

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
  if (found === 'zip' && isExcel(bytes, path)) return 'excel';
  return found;
}

function hasBinary(start: string): boolean {
  // oxlint-disable-next-line no-control-regex -- bytes that no text has are what is looked for
  return /[\x00-\x08\x0e-\x1f]/.test(start);
}

/** A workbook is a zip with a folder `xl`; its name may stand further back than the head reaches. */
function isExcel(bytes: Uint8Array, path: string): boolean {
  return Buffer.from(bytes).includes('xl/') || /\.xls[xmb]$/i.test(path);
}
