import type { TableReader, WrittenAs } from '../table/table-reader.js';
import { decideColumn, overriddenColumn } from './decide/decide-column.js';
import type { InferOptions, InferredColumn, InferredTable } from './inferred-table.js';
import { createTableProfiler } from './profile/table-profiler.js';
import type { TableProfile } from './profile/table-profile.js';

/**
 * Profiles all rows. A column is a counter for each shape of its values, so memory does not grow with the file, and the
 * result does not depend on the order of rows.
 */
export async function profileRows(reader: TableReader, options: InferOptions): Promise<TableProfile> {
  const profiler = createTableProfiler(reader);
  const limit = options.maxRows ?? Infinity;
  for await (const read of reader.batches(options.signal ?? new AbortController().signal)) {
    const count = Math.min(read.batch.rowCount, limit - profiler.rows);
    profiler.add(read, count);
    if (count < read.batch.rowCount) return profiler.profile(false);
  }
  return profiler.profile(true);
}

/**
 * Decides twice when a column has decimal commas: then `1.234` in another column may have a thousands separator, and is
 * ambiguous.
 */
export function decideTable({ columns: seen, rows, isWhole }: TableProfile, options: InferOptions): InferredTable {
  const { types, hasTypes = false, severalFiles = false, files = [] } = options;
  const byName = files.map(({ columns: own }) => new Map(own.map((column) => [column.name, column.profile.tallies])));
  const decide = (hasDecimalCommas: boolean): InferredColumn[] =>
    seen.map(({ name, profile, written }) => {
      const override = types?.get(name);
      if (override !== undefined) return overriddenColumn(name, profile, override);
      return decideColumn(name, profile, {
        hasDecimalCommas,
        textsStayText: isTextColumn(written, hasTypes),
        distinguishesNumbers: hasTypes || written !== null,
        areNumbers: written !== null && written.numbers && !written.texts,
        severalFiles,
        files: byName.map((one) => [...(one.get(name)?.values() ?? [])]),
      });
    });
  const columns = decide(false);
  const hasCommas = columns.some(({ numberStyle }) => numberStyle?.decimal === ',');
  return { columns: hasCommas ? decide(true) : columns, rows, isWhole };
}

/** "12345" that was written as text is text. Among numbers it may be a slip and counts as a number. */
function isTextColumn(written: WrittenAs | null, hasTypes: boolean): boolean {
  return written === null ? hasTypes : written.texts && !written.numbers && !written.booleans;
}
