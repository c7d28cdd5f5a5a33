import type { Mutant } from './mutate.js';

/** A mutant that behaves like the program, so no test can notice it. It is identified by its code, because lines move. */
export interface EquivalentMutant extends Pick<Mutant, 'original' | 'mutated'> {
  /** The end of the file's path: folders move too. */
  readonly file: string;
  readonly reason: string;
}

const PLACE_OF_TABLE = 'The grammar does not depend on where the table is; only the type needs the value.';
const HEADER_SHORTCUT = 'Saves time only: the next line compares the length and every byte.';

export const EQUIVALENT: readonly EquivalentMutant[] = [
  {
    file: 'problems/column-problems.ts',
    original: 'let [lastNumber, lastCount] = [0, 0];',
    mutated: 'let [lastNumber, lastCount] = [1, 0];',
    reason: 'The number is set with the first cause, before it is used.',
  },
  {
    file: 'check/quarantined-row.ts',
    original: 'column = name;',
    mutated: ';',
    reason: 'Costs time only: without a template, the line is written value by value.',
  },
  {
    file: 'check/quarantined-row.ts',
    original: 'return only !== null && writeTemplate(start, column, only, this.#row, this.rowNumber, out);',
    mutated: 'return only === null && writeTemplate(start, column, only, this.#row, this.rowNumber, out);',
    reason: 'Costs time only: without a template, the line is written value by value.',
  },
  {
    file: 'routing/wanted-parses.ts',
    original: ".where('file_id', 'in', textsIn(database.dialect, fileIds))",
    mutated: '',
    reason: 'Costs time only: rows of other files are read, but never looked up.',
  },
  {
    file: 'duckdb/sync-file.ts',
    original: 'await file.sync();',
    mutated: ';',
    reason: 'Only a power cut shows that the file was not synced.',
  },
  {
    file: 'quarantine/raw-fields.ts',
    original: 'let start = 0;',
    mutated: 'let start = 1;',
    reason: 'A raw row opens with a brace, and a member is read from its first quote on.',
  },
  {
    file: 'detect/name-like.ts',
    original: "(pattern) => (pattern.test(text) ? '1' : '0')",
    mutated: "(pattern) => (!(pattern.test(text)) ? '1' : '0')",
    reason: 'Shapes are only compared with each other, and all of them change.',
  },
  {
    file: 'detect/split-records.ts',
    original: 'let sample: Uint8Array = new Uint8Array(0);',
    mutated: 'let sample: Uint8Array = new Uint8Array(1);',
    reason: 'It stands for no sample: the first sample is another array, whatever its length.',
  },
  {
    file: 'detect/split-records.ts',
    original: 'let view: Buffer = Buffer.alloc(0);',
    mutated: 'let view: Buffer = Buffer.alloc(1);',
    reason: 'It is replaced together with the sample before it is read.',
  },
  {
    file: 'detect/choose-delimiter.ts',
    original: 'if (!opening) return null;',
    mutated: ';',
    reason: 'Saves time only: without an opening apostrophe no field is quoted, and such a reading is never chosen.',
  },
  {
    file: 'detect/choose-delimiter.ts',
    original: String.raw`if (doubled.broken === 0 || !text.includes('\\"')) return doubled;`,
    mutated: String.raw`if (!text.includes('\\"')) return doubled;`,
    reason: 'Saves time only: no reading has fewer broken records than none.',
  },
  {
    file: 'detect/table-start.ts',
    original: 'let at = Math.min(first + MOST_SPARSE_LINES, records.length - 2)',
    mutated: 'let at = Math.min(first + MOST_SPARSE_LINES, records.length + 2)',
    reason: 'Records that do not exist are passed over, and the last has no rows below it to vote for it.',
  },
  {
    file: 'detect/dialect-trial.ts',
    original: 'headerRepeats: false',
    mutated: 'headerRepeats: true',
    reason: PLACE_OF_TABLE,
  },
  {
    file: 'detect/dialect-trial.ts',
    original: 'footerLines: 0',
    mutated: 'footerLines: 1',
    reason: PLACE_OF_TABLE,
  },
  {
    file: 'detect/dialect-trial.ts',
    original: 'preambleLines: 0',
    mutated: 'preambleLines: 1',
    reason: PLACE_OF_TABLE,
  },
  {
    file: 'detect/dialect-trial.ts',
    original: 'headerLines: 0',
    mutated: 'headerLines: 1',
    reason: PLACE_OF_TABLE,
  },
  {
    file: 'read/tokenizer.ts',
    original: 'if (bytes[from] !== header[0] || to - from < header.length) return false;',
    mutated: 'if (bytes[from] !== header[0]) return false;',
    reason: HEADER_SHORTCUT,
  },
  {
    file: 'read/tokenizer.ts',
    original: 'if (bytes[from] !== header[0] || to - from < header.length) return false;',
    mutated: 'if (to - from < header.length) return false;',
    reason: HEADER_SHORTCUT,
  },
  {
    file: 'read/tokenizer.ts',
    original: 'if (bytes[from] !== header[0] || to - from < header.length) return false;',
    mutated: 'if (bytes[from] !== header[0] || to + from < header.length) return false;',
    reason: HEADER_SHORTCUT,
  },
  {
    file: 'read/tokenizer.ts',
    original: 'if (bytes[from] !== header[0] || to - from < header.length) return false;',
    mutated: ';',
    reason: HEADER_SHORTCUT,
  },
  {
    file: 'read/bad-encoding.ts',
    original: 'if (rows === 0) return;',
    mutated: ';',
    reason: 'Saves time only: without rows the loop does nothing.',
  },
  {
    file: 'read/bad-encoding.ts',
    original: 'return;',
    mutated: ';',
    reason: 'Saves time only: the loop checks each record again.',
  },
  {
    file: 'read/take-columns.ts',
    original: '{ quote, backslash, bareEscape = -1, delimiterByte = -1 }: Quoting',
    mutated: '{ quote, backslash, bareEscape = -1, delimiterByte = -0 }: Quoting',
    reason: 'A grammar has both bytes, and without an escape the delimiter is not used.',
  },
  {
    file: 'read/take-columns.ts',
    original: '{ quote, backslash, bareEscape = -1, delimiterByte = -1 }: Quoting',
    mutated: '{ quote, backslash, bareEscape = -0, delimiterByte = -1 }: Quoting',
    reason: 'A grammar has both bytes, and no byte is equal to -1.',
  },
  {
    file: 'execute/command-pattern.ts',
    original: 'let star = -1;',
    mutated: 'let star = -2;',
    reason: 'The match then fails at the end of the argument instead of at once.',
  },
  {
    file: 'fast/scan-dates.ts',
    original: "if (part.kind === 'offset') return null;",
    mutated: ';',
    reason: 'An offset has no entry in FIELDS; the type needs the comparison.',
  },
  {
    file: 'fast/scan-dates.ts',
    original: 'if (month === 0 || (at < end && isLetter(bytes[at] ?? 0))) return false;',
    mutated: 'if ((at < end && isLetter(bytes[at] ?? 0))) return false;',
    reason: 'Saves time only: no day is in month 0.',
  },
  {
    file: 'execute/verdict.ts',
    original: '`The program used more CPU time than its limit of ${formatDuration(spec.cpuMs ?? 0)}`',
    mutated: '`The program used more CPU time than its limit of ${formatDuration(spec.cpuMs ?? 1)}`',
    reason: 'A program runs out of CPU time only where the limit is set; the type allows null.',
  },
  {
    file: 'ledger/load-ledger.ts',
    original: 'if (page.length > 0) yield page;',
    mutated: 'if (page.length >= 0) yield page;',
    reason: 'Saves time only: appending an empty page adds no rows.',
  },
  {
    file: 'fast/scan-numbers.ts',
    original: 'const LONGEST = 64;',
    mutated: 'const LONGEST = 63;',
    reason: 'A scan reads at most 15 digits, so no number near this length is read by it.',
  },
  {
    file: 'fast/scan-numbers.ts',
    original: 'const LONGEST = 64;',
    mutated: 'const LONGEST = 65;',
    reason: 'A scan reads at most 15 digits, so no number near this length is read by it.',
  },
];

export function isEquivalent(mutant: Mutant, known: readonly EquivalentMutant[]): boolean {
  return known.some(
    ({ file, original, mutated }) =>
      `/${mutant.file}`.endsWith(`/${file}`) && original === mutant.original && mutated === mutant.mutated,
  );
}
