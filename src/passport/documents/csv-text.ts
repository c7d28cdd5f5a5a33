import { MAX_PROBLEMS, type ProblemAt } from './problem.js';

export interface CsvCell {
  readonly text: string;
  readonly offset: number;
}

export interface CsvRow {
  /** By the names of the columns. Empty cells are left out. */
  readonly cells: ReadonlyMap<string, CsvCell>;
  readonly offset: number;
}

export interface CsvReading {
  readonly rows: readonly CsvRow[];
  readonly problems: readonly ProblemAt[];
}

const MAX_ROWS = 200_000;

/**
 * Reads CSV as RFC 4180 defines it, with a header. The delimiter is a comma, a semicolon or a tab: the one that the header
 * contains. Nothing is guessed beyond that; irregular files go through a dataset first.
 */
export function readCsvText(text: string): CsvReading {
  const problems: ProblemAt[] = [];
  const records = splitRecords(text, delimiterOf(text), problems);
  const [header, ...rows] = records;
  if (header === undefined) return { rows: [], problems: [{ message: 'the document is empty', offset: 0 }] };
  const names = header.map((cell) => cell.text);
  for (const [index, { text: name, offset }] of header.entries()) {
    if (name === '') problems.push({ message: `column ${index + 1} has no name`, offset });
    if (name !== '' && names.indexOf(name) < index)
      problems.push({ message: `two columns have the name ${name}`, offset });
  }
  for (const row of rows) {
    if (row.length === header.length || problems.length >= MAX_PROBLEMS) continue;
    problems.push({
      message: `the row has ${row.length} cells, the header has ${header.length}`,
      offset: row[0]?.offset ?? 0,
    });
  }
  return { rows: rows.map((row) => ({ cells: cellsOf(names, row), offset: row[0]?.offset ?? 0 })), problems };
}

function cellsOf(names: readonly string[], row: readonly CsvCell[]): Map<string, CsvCell> {
  const cells = row.map((cell, index): [string, CsvCell] => [names[index] ?? '', cell]);
  return new Map(cells.filter(([, cell]) => cell.text !== ''));
}

function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return [',', ';', '\t'].find((candidate) => header.includes(candidate)) ?? ',';
}

/** Blank lines are left out. */
function splitRecords(text: string, delimiter: string, problems: ProblemAt[]): CsvCell[][] {
  const bare = new RegExp(`[^"\\r\\n${delimiter}]*`, 'y');
  const records: CsvCell[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: CsvCell[] = [];
    for (;;) {
      const { cell, end, problem } = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, bare);
      record.push(cell);
      at = end;
      if (problem !== undefined) {
        problems.push({ message: problem, offset: at });
        return records;
      }
      if (text[at] !== delimiter) break;
      at += 1;
    }
    const lineEnd = text.startsWith('\r\n', at) ? 2 : 1;
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      problems.push({ message: 'text follows the quote that ends the cell', offset: at });
      return records;
    }
    at += lineEnd;
    if (record.length > 1 || record[0]?.text !== '') records.push(record);
    if (records.length > MAX_ROWS) {
      problems.push({ message: `the document has more than ${MAX_ROWS} rows`, offset: at });
      return records;
    }
  }
  return records;
}

interface ReadCell {
  readonly cell: CsvCell;
  readonly end: number;
  readonly problem?: string;
}

function bareCell(text: string, at: number, bare: RegExp): ReadCell {
  bare.lastIndex = at;
  const cell = { text: bare.exec(text)?.[0] ?? '', offset: at };
  const end = at + cell.text.length;
  return text[end] === '"'
    ? { cell, end, problem: 'a quote is inside of a cell that does not begin with one' }
    : { cell, end };
}

function quotedCell(text: string, at: number): ReadCell {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1)
    return { cell: { text: '', offset: at }, end: at, problem: 'the quote that begins this cell is never closed' };
  return { cell: { text: text.slice(at + 1, end).replaceAll('""', '"'), offset: at }, end: end + 1 };
}
