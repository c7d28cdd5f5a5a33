import { noRows } from '../preview/no-rows.js';
import type { NamedFormat, PreviewTable } from './preview.js';

const READ_ELSEWHERE = 'A preview does not look into it; a parser can.';

/** What a format is that is not read, and what to do with it. */
export const NAMED_NOTES: Readonly<Record<NamedFormat, string>> = {
  excel: 'An Excel workbook, packed once more. Unpack it to see its rows.',
  excel_97: 'A file of old Microsoft Office, mostly Excel 97 (.xls). pandas.read_excel(path) with xlrd reads it.',
  opendocument:
    'A document of LibreOffice or OpenOffice, mostly a spreadsheet (.ods). Save it as .xlsx (soffice --headless --convert-to xlsx FILE), or read it in a parser with pandas.read_excel and odfpy.',
  zip: 'A zip archive. Unpack it, or open it in a parser with the zipfile module.',
  zstd: 'A zstd file, packed once more. Unpack it once to see what is in it.',
  bzip2: 'Compressed with bzip2. Unpack it with `bunzip2 -k`, or read it in a parser with the bz2 module.',
  xz: 'Compressed with xz. Unpack it with `unxz -k`, or read it in a parser with the lzma module.',
  lz4: 'Compressed with LZ4. Unpack it with `lz4 -d`, or read it in a parser with the lz4 package.',
  pdf: 'A PDF document. A parser can read it with pdfplumber or the program pdftotext.',
  sqlite: 'A SQLite database. A parser can read it with the sqlite3 module.',
  arrow: `An Arrow file. ${READ_ELSEWHERE}`,
  avro: `An Avro file. ${READ_ELSEWHERE}`,
  orc: `An ORC file. ${READ_ELSEWHERE}`,
};

/** A format we know by name only: no rows, but a word on what to do with it. */
export function previewNamed(format: NamedFormat | 'gzip' | 'parquet'): PreviewTable {
  // Inside a packed file, packed once more, nothing is unpacked.
  if (format === 'gzip')
    return noRows('binary', ['A gzip file, packed once more. Unpack it once to see what is in it.']);
  if (format === 'parquet') return noRows(format, ['A Parquet file, packed once more. Unpack it to see its rows.']);
  return noRows(format, [NAMED_NOTES[format]]);
}
