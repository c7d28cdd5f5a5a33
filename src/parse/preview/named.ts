import type { NamedFormat, PreviewTable } from './preview.js';

const READ_ELSEWHERE = 'A preview does not look into it; a parser can.';

const NOTES: Readonly<Record<NamedFormat, string>> = {
  excel: 'An Excel workbook, packed once more. Unpack it to see its rows.',
  excel_97: 'A file of old Microsoft Office, mostly Excel 97 (.xls). pandas.read_excel(path) with xlrd reads it.',
  zip: 'A zip archive. Unpack it, or open it in a parser with the zipfile module.',
  zstd: 'Compressed with zstd. Unpack it with `zstd -d`, or read it in a parser.',
  bzip2: 'Compressed with bzip2. Unpack it with `bunzip2 -k`, or read it in a parser with the bz2 module.',
  xz: 'Compressed with xz. Unpack it with `unxz -k`, or read it in a parser with the lzma module.',
  pdf: 'A PDF document. A parser can read it with pdfplumber or the program pdftotext.',
  sqlite: 'A SQLite database. A parser can read it with the sqlite3 module.',
  arrow: `An Arrow file. ${READ_ELSEWHERE}`,
  avro: `An Avro file. ${READ_ELSEWHERE}`,
  orc: `An ORC file. ${READ_ELSEWHERE}`,
};

/** A format we know by name only: no rows, but a word on what to do with it. */
export function previewNamed(format: NamedFormat | 'gzip' | 'parquet'): PreviewTable {
  const [shown, note] = noteOn(format);
  return {
    format: shown,
    columns: [],
    rows: [],
    truncated: true,
    rowCount: null,
    delimiter: null,
    header: null,
    notes: [note],
  };
}

/** Inside a gzip file, packed once more, nothing is unpacked. */
function noteOn(format: NamedFormat | 'gzip' | 'parquet'): [PreviewTable['format'], string] {
  if (format === 'gzip') return ['binary', 'Compressed with gzip twice. Unpack it once with `gunzip -k`.'];
  if (format === 'parquet')
    return ['parquet', 'A Parquet file inside gzip. Unpack it with `gunzip -k` to see its rows.'];
  return [format, NOTES[format]];
}
