import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Score } from './score.js';
import type { ShapeCase } from './shape.js';

export interface Scored {
  readonly one: ShapeCase;
  /** In the order of the subjects; null if a subject is not available. */
  readonly scores: readonly (Score | null)[];
}

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));
const SUBJECTS = ['casparian', 'DuckDB', 'csv.Sniffer'];
const PARTS = ['cells', 'header', 'dialect', 'lines'] as const;

const INTRO = `Written by \`npm run bench:shapes\` (bench/shapes): files with known contents, the same in every run.

- cells: every row of the table is read with every value, and nothing else (other lines may be skipped or rejected).
- header: the names match those of the file; a file without names has none. For several header lines, the peers may use one of them.
- dialect: delimiter and quote. lines: every line is accounted for, and their number is that of an editor.
- casparian: detectFormat and openReader, without options. DuckDB: read_csv with all_varchar and ignore_errors only.
- csv.Sniffer: sniff and has_header, with the encoding given; it was not designed for most of these files.
- The author of the reader also made the files and decided what is correct: read the table as a list of covered cases.`;

/** Writes the report: what each subject read correctly, by class. Returns its text. */
export function writeReport(scored: readonly Scored[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const text = [
    `# How text tables are recognised, ${date}`,
    INTRO,
    `## All ${scored.length.toLocaleString('en')} files, in percent`,
    overview(scored),
    '## Cells by class, in files',
    byClass(scored),
  ].join('\n\n');
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `shapes-${date}.md`), `${text}\n`);
  return text;
}

function overview(scored: readonly Scored[]): string {
  const lines = SUBJECTS.map((subject, at) => [
    subject,
    ...PARTS.map((part) => (part === 'lines' && at > 0 ? '' : percent(scored, at, part))),
  ]);
  return table(['reader', ...PARTS], lines);
}

/** The first column is left-aligned, the others are right-aligned. */
function table(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heading.map((_, at) => (at === 0 ? '---' : '---:'));
  return [heading, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(scored: readonly Scored[], subject: number, part: keyof Score): string {
  return ((100 * right(scored, subject, part)) / scored.length).toFixed(1);
}

function byClass(scored: readonly Scored[]): string {
  const kinds = new Map<string, Scored[]>();
  for (const one of scored) kinds.set(one.one.kind, [...(kinds.get(one.one.kind) ?? []), one]);
  const lines = [...kinds].map(([kind, files]) => [
    kind.replaceAll('|', '\\|'),
    String(files.length),
    ...SUBJECTS.map((_, at) => String(right(files, at, 'cells'))),
  ]);
  return table(['class', 'files', ...SUBJECTS], lines);
}

function right(scored: readonly Scored[], subject: number, part: keyof Score): number {
  return scored.filter(({ scores }) => scores[subject]?.[part] === true).length;
}
