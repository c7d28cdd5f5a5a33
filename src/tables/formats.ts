import { lazily } from '../platform/index.js';
import type { DelimitedFormat } from './delimited/dialect.js';
import type { ExcelFormat } from './excel/detect-excel.js';
import type { FixedWidthFormat } from './fixed-width/detect-fixed-width.js';
import type { BinaryFormat, TextFormat } from './format.js';
import type { JsonFormat, NdjsonFormat } from './json/detect-json.js';
import type { ParquetFormat } from './parquet/read-parquet.js';

/**
 * Every format that is read as a table, and every one that is only recognised. Detection, readers, previews, options and
 * file endings all come from here: a new reader needs its own file, its row, and its test. Code is loaded when it is
 * needed, so that listing the formats costs nothing at start-up.
 */

/** How a file is read: everything that its reader must know. */
export type FileFormat = ParquetFormat | ExcelFormat | NdjsonFormat | JsonFormat | DelimitedFormat | FixedWidthFormat;

const parquet: BinaryFormat<ParquetFormat> = {
  kind: 'parquet',
  name: 'parquet',
  label: 'Parquet',
  endings: ['parquet'],
  hasTypes: true,
  matches: (head) => isBinary(head) && begins(head, 'PAR1'),
  detect: () => Promise.resolve({ kind: 'parquet', compression: 'none' }),
  open: async (file) => (await import('./parquet/read-parquet.js')).openParquet(file),
  preview: async (...given) => (await import('./parquet/preview-parquet.js')).previewParquet(...given),
};

const excel: BinaryFormat<ExcelFormat> = {
  kind: 'excel',
  name: 'excel',
  label: 'Excel',
  endings: ['xlsx', 'xlsm'],
  hasTypes: true,
  matches: (head, name) => zipContent(head, name) === 'workbook',
  detect: async (...given) => (await import('./excel/detect-excel.js')).detectExcel(...given),
  open: async (...given) => (await import('./excel/read-excel.js')).readExcel(...given),
  preview: async (...given) => (await import('./excel/preview-excel.js')).previewExcel(...given),
};

const ndjson: TextFormat<NdjsonFormat> = {
  kind: 'ndjson',
  name: 'ndjson',
  label: 'NDJSON',
  endings: ['ndjson', 'jsonl'],
  hasTypes: true,
  detect: async (...given) => (await import('./json/detect-json.js')).detectNdjson(...given),
  open: async (...given) => (await import('./json/read-ndjson.js')).openNdjson(...given),
  preview: async (...given) => (await import('./json/preview-json.js')).previewNdjson(...given),
};

const json: TextFormat<JsonFormat> = {
  kind: 'json',
  name: 'json',
  label: 'JSON',
  endings: ['json'],
  hasTypes: true,
  detect: async (...given) => (await import('./json/detect-json.js')).detectJson(...given),
  open: async (...given) => (await import('./json/read-json.js')).openJson(...given),
  preview: async (...given) => (await import('./json/preview-json.js')).previewJson(...given),
};

/** Once: an import for each of 1,000 files takes 7 ms in all. */
const loadReadDelimited = lazily(() => import('./delimited/read-delimited.js'));

const delimited: TextFormat<DelimitedFormat> = {
  kind: 'delimited',
  name: 'csv',
  label: 'CSV',
  endings: ['csv', 'tsv', 'tab', 'psv', 'dsv'],
  hasTypes: false,
  detect: async (...given) => (await import('./delimited/detect-delimited.js')).detectDelimited(...given),
  open: async (...given) => (await loadReadDelimited()).readDelimited(...given),
  preview: async (...given) => (await import('./delimited/preview-delimited.js')).previewDelimited(...given),
};

const fixedWidth: TextFormat<FixedWidthFormat> = {
  kind: 'fixed_width',
  name: 'fixed_width',
  label: 'Fixed width',
  endings: ['txt', 'dat', 'prn', 'fwf'],
  hasTypes: false,
  detect: async (...given) => (await import('./fixed-width/detect-fixed-width.js')).detectFixedWidth(...given),
  open: async (...given) => (await import('./fixed-width/read-fixed-width.js')).readFixedWidth(...given),
};

export const BINARY_FORMATS = [parquet, excel] as const;

/** In the order in which they are tried. */
export const TEXT_FORMATS = [ndjson, json, delimited, fixedWidth] as const;

export const FORMATS = [...TEXT_FORMATS, ...BINARY_FORMATS] as const;

/** The row of a format. */
export function formatOf({ kind }: Pick<FileFormat, 'kind'>): (typeof FORMATS)[number] {
  const row = FORMATS.find((one) => one.kind === kind);
  if (row === undefined) throw new Error(`formats.ts has no row for '${kind}'`);
  return row;
}

/** A format that is recognised and not read. */
interface UnreadFormat {
  readonly name: string;
  readonly label: string;
  matches(head: Uint8Array, name: string): boolean;
  /** What it is, and what to do with it. */
  readonly note: string;
}

export const UNREAD_FORMATS: readonly UnreadFormat[] = [
  {
    name: 'excel_97',
    label: 'Microsoft Office 97 (.xls)',
    matches: (head) => begins(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    note: 'An old Microsoft Office file, usually Excel 97 (.xls). pandas.read_excel(path) with xlrd reads it.',
  },
  {
    name: 'opendocument',
    label: 'OpenDocument (.ods, .odt)',
    matches: (head, name) => zipContent(head, name) === 'opendocument',
    note: 'A LibreOffice or OpenOffice document, usually a spreadsheet (.ods). Save it as .xlsx (soffice --headless --convert-to xlsx FILE), or read it in a parser with pandas.read_excel and odfpy.',
  },
  {
    name: 'zip',
    label: 'zip archive',
    matches: (head, name) => zipContent(head, name) === 'other',
    note: 'A zip archive. Unpack it, or open it in a parser with the zipfile module.',
  },
  {
    name: 'gzip',
    label: 'gzip',
    matches: (head) => begins(head, '\x1f\x8b'),
    note: 'A gzip file inside a compressed file. Unpack it once to see its content.',
  },
  {
    name: 'zstd',
    label: 'zstd',
    matches: (head) => begins(head, '\x28\xb5\x2f\xfd'),
    note: 'A zstd file inside a compressed file. Unpack it once to see its content.',
  },
  {
    name: 'bzip2',
    label: 'bzip2',
    matches: (head) => isBinary(head) && begins(head, 'BZh'),
    note: 'Compressed with bzip2. Unpack it with `bunzip2 -k`, or read it in a parser with the bz2 module.',
  },
  {
    name: 'xz',
    label: 'xz',
    matches: (head) => begins(head, '\xfd7zXZ\x00'),
    note: 'Compressed with xz. Unpack it with `unxz -k`, or read it in a parser with the lzma module.',
  },
  {
    name: 'lz4',
    label: 'LZ4',
    matches: (head) => begins(head, '\x04\x22\x4d\x18'),
    note: 'Compressed with LZ4. Unpack it with `lz4 -d`, or read it in a parser with the lz4 package.',
  },
  {
    name: 'pdf',
    label: 'PDF',
    matches: (head) => begins(head, '%PDF-'),
    note: 'A PDF document. A parser can read it with pdfplumber or the program pdftotext.',
  },
  {
    name: 'sqlite',
    label: 'SQLite database',
    matches: (head) => begins(head, 'SQLite format 3\x00'),
    note: 'A SQLite database. A parser can read it with the sqlite3 module.',
  },
  {
    name: 'arrow',
    label: 'Arrow file',
    matches: (head) => isBinary(head) && begins(head, 'ARROW1'),
    note: 'An Arrow file. A parser can read it.',
  },
  {
    name: 'avro',
    label: 'Avro',
    matches: (head) => begins(head, 'Obj\x01'),
    note: 'An Avro file. A parser can read it.',
  },
  {
    name: 'orc',
    label: 'ORC',
    matches: (head) => isBinary(head) && begins(head, 'ORC'),
    note: 'An ORC file. A parser can read it.',
  },
];

const COMPRESSED_ENDING = /\.(?:gz|gzip|tgz|zst|zstd)$/i;

/** `trades.csv.gz` contains `trades.csv`. */
export function nameWithoutCompression(path: string): string {
  return path.replace(COMPRESSED_ENDING, '');
}

/** The text format that the ending of a file's name belongs to. */
export function formatOfName(name: string): FileFormat['kind'] | null {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const row = FORMATS.find(({ endings }) => endings.includes(ending));
  return (row?.kind ?? null) as FileFormat['kind'] | null;
}

function begins(head: Uint8Array, prefix: string): boolean {
  for (let at = 0; at < prefix.length; at += 1) if (head[at] !== prefix.charCodeAt(at)) return false;
  return true;
}

const START_BYTES = 64;

/** Letters may begin any text: they identify a format only together with bytes that text does not have. */
function isBinary(head: Uint8Array): boolean {
  return head.subarray(0, START_BYTES).some((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d));
}

/** Where the name of a zip entry begins in the entry. */
const NAME_IN_ENTRY = 30;
// oxlint-disable-next-line no-control-regex -- each entry of a zip begins with these bytes
const WORKBOOK_ENTRY = /PK\x03\x04[^]{26}(?:\/?xl[/\\])/i;

/** What a zip contains, by the names of its entries. The `xl` folder of a workbook may come after the head. */
function zipContent(head: Uint8Array, name: string): 'workbook' | 'opendocument' | 'other' | null {
  if (!begins(head, 'PK\x03\x04') && !begins(head, 'PK\x05\x06')) return null;
  const text = Buffer.from(head).toString('latin1');
  // An OpenOffice document begins with its type, uncompressed.
  if (text.startsWith('mimetypeapplication/vnd.oasis.opendocument', NAME_IN_ENTRY)) return 'opendocument';
  return WORKBOOK_ENTRY.test(text) || /\.xls[xmb]$/i.test(name) ? 'workbook' : 'other';
}
