import type { Pollution } from './pollution.js';

/** Other delimiters, quotes, line ends and encodings. */
export const MARKS: readonly Pollution[] = [
  { name: 'nothing' },
  ...[';', '\t', '|', '~', '^', ':', '||', '::', ', ', ' | ', ' ; '].map((delimiter): Pollution => ({
    name: `delimiter ${JSON.stringify(delimiter)}`,
    group: 'delimiter',
    style: { delimiter, ...(delimiter === '\t' ? { fileName: 'table.tsv' } : {}) },
  })),
  { name: 'delimiter " "', group: 'delimiter', style: { delimiter: ' ' } },
  { name: 'delimiter ";" in a .txt', group: 'delimiter', style: { delimiter: ';', fileName: 'table.txt' } },
  { name: 'quotes everywhere', group: 'quoting', style: { quoting: 'all' } },
  { name: 'quotes around texts', group: 'quoting', style: { quoting: 'texts' } },
  { name: 'quotes by line', group: 'quoting', style: { quoting: 'mixed' } },
  { name: 'apostrophes as quotes', group: 'quoting', style: { quote: "'", quoting: 'all' } },
  { name: 'backslash escapes', group: 'quoting', style: { escape: 'backslash', quoting: 'texts' } },
  { name: 'line ends of Windows', group: 'line ends', style: { lineEnd: '\r\n' } },
  { name: 'line ends of old Macs', group: 'line ends', style: { lineEnd: '\r' } },
  { name: 'no line end at the end', group: 'end', style: { endsWithLine: false } },
  { name: 'blanks around cells', group: 'padding', style: { padding: ' ' } },
  { name: 'UTF-8 with a mark', group: 'encoding', style: { mark: true } },
  { name: 'UTF-16 with a mark', group: 'encoding', style: { mark: true, encoding: 'utf-16le' } },
  { name: 'UTF-16 without a mark', group: 'encoding', style: { encoding: 'utf-16le' } },
  { name: 'CP1252', group: 'encoding', style: { encoding: 'windows-1252' } },
  { name: 'mixed line ends', group: 'line ends', style: { lineEnd: 'mixed' } },
];
