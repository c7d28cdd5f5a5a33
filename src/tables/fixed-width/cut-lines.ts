import { columnRuns, type ColumnRun } from './column-runs.js';

/** The values of a line, each from where its column begins to where the next does. */
export function cut(line: string, runs: readonly Pick<ColumnRun, 'start'>[]): string[] {
  const characters = Array.from(line);
  return runs.map(({ start }, at) =>
    characters
      .slice(at === 0 ? 0 : start, runs[at + 1]?.start)
      .join('')
      .trim(),
  );
}

/** Words can stand one below the other by chance: a column without a name, one blank behind another, is part of it. */
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

/** Names that do not stand above their values, as many as there are columns of those: they are told by their order. */
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
