/** The characters of a column, from `start` up to `end`. */
export interface ColumnRun {
  readonly start: number;
  readonly end: number;
}

/** In few lines spaces may align by chance. */
const FEW_LINES = 5;
/** This share of the lines may cross a gap: they become faults. */
const ODD_LINES = 0.05;

/** The columns between the gaps that all lines share. `isSure`: the text has columns, so one space is a gap. */
export function columnRuns(lines: readonly string[], { isSure = false } = {}): ColumnRun[] {
  const counts: number[] = [];
  for (const line of lines) {
    Array.from(line).forEach((character, at) => {
      counts[at] = (counts[at] ?? 0) + (isBlank(character) ? 0 : 1);
    });
  }
  // The names are only one line, and must not count as an exception.
  const first = Array.from(lines[0] ?? '', (character) => !isBlank(character));
  const narrow = runsOf(counts.map((count, at) => first[at] === true || count > ODD_LINES * lines.length));
  return isSure || lines.length >= FEW_LINES ? narrow : joined(narrow, 2);
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\u00a0';
}

/** The columns under a rule such as `----- -------- ---`; null when the line is not a rule. */
export function ruledRuns(line: string): ColumnRun[] | null {
  if (!/^\s*(?:-{2,}|={2,})(?:\s+[-=]{2,})+\s*$/.test(line)) return null;
  return runsOf(Array.from(line, (character) => character !== ' '));
}

function runsOf(used: readonly (boolean | undefined)[]): ColumnRun[] {
  const runs: ColumnRun[] = [];
  let start = -1;
  for (let at = 0; at <= used.length; at += 1) {
    if (used[at] === true && start === -1) start = at;
    if (used[at] !== true && start !== -1) {
      runs.push({ start, end: at });
      start = -1;
    }
  }
  return runs;
}

/** Joins runs with fewer than `gap` spaces between them. */
function joined(runs: readonly ColumnRun[], gap: number): ColumnRun[] {
  const wide: ColumnRun[] = [];
  for (const run of runs) {
    const last = wide.at(-1);
    if (last !== undefined && run.start - last.end < gap) wide[wide.length - 1] = { start: last.start, end: run.end };
    else wide.push(run);
  }
  return wide;
}

/** The values of a line, each from the beginning of its column to the beginning of the next. */
export function cut(line: string, runs: readonly Pick<ColumnRun, 'start'>[]): string[] {
  const characters = Array.from(line);
  return runs.map(({ start }, at) =>
    characters
      .slice(at === 0 ? 0 : start, runs[at + 1]?.start)
      .join('')
      .trim(),
  );
}

/** Words may align by chance: a column without a name, one space after another column, is part of that column. */
export function namedRuns(runs: readonly ColumnRun[], header: readonly (readonly string[])[]): ColumnRun[] {
  const named: ColumnRun[] = [];
  runs.forEach((run, at) => {
    const last = named.at(-1);
    const isPart = header.every((names) => names[at] === '') && last !== undefined && run.start - last.end === 1;
    if (isPart) named[named.length - 1] = { start: last.start, end: run.end };
    else named.push(run);
  });
  return named;
}

/** Names that are not above their values, but as many as there are columns: they are assigned in order. */
export function namesBeside(
  table: readonly string[],
  rows: readonly (readonly string[])[],
): { runs: ColumnRun[]; names: string[] } | null {
  const [line = '', ...below] = table;
  const hasIdleColumn = (rows[0] ?? []).some((_, column) => rows.slice(1).every((row) => row[column] === ''));
  if (!hasIdleColumn) return null;
  const names = line.replace(/^\s*#/, '').trim().split(/\s+/);
  const runs = columnRuns(below);
  return runs.length === names.length ? { runs, names } : null;
}
