import { configuredHome } from '../../app/index.js';
import { resolve } from 'node:path';
import { type ExportFormat, exportFormat } from '../../datasets/index.js';
import { type QueryRequest, withQuery } from '../../datasets/sql.js';
import { CasparianError } from '../../platform/index.js';
import type { Invocation } from '../invocation.js';
import type { Output } from '../output/output.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';
import { rows } from '../output/row-counts.js';
import { type Format, printRows, type QueryOptions, type ShownRows } from './query/print-rows.js';
import { statementOf } from './query/statement.js';

export async function run(invocation: Invocation<QueryOptions & TenantOptions>): Promise<void> {
  const { args, options, output } = invocation;
  if (args[0] === undefined && isInteractive(options, output)) {
    return (await import('./query/prompt.run.js')).runPrompt(invocation);
  }
  const sql = await statementOf(args[0], options.file);
  const stop = stopOnSignals();
  try {
    await withTenant(invocation, async ({ database }, settings) => {
      const { allowFiles } = options;
      const request = { sql, database, folder: configuredHome(settings), allowFiles, signal: stop.signal };
      if (options.out !== undefined) return await writeFile(request, options, options.out, output);
      const format = formatOf(options, output);
      await withQuery(request, (query) => printRows(query, { sql, format, ...shownRows(options) }, output));
    });
  } finally {
    stop.dispose();
  }
}

function shownRows({ limit, lineage }: QueryOptions): ShownRows {
  return { limit, lineage };
}

function isInteractive({ file, out }: QueryOptions, output: Output): boolean {
  return file === undefined && out === undefined && !output.asJson && process.stdin.isTTY && process.stdout.isTTY;
}

async function writeFile(
  request: QueryRequest,
  { format, limit, force = false }: QueryOptions,
  out: string,
  output: Output,
): Promise<void> {
  if (format === 'table' || limit !== undefined) {
    throw new CasparianError(
      'USAGE',
      `${format === 'table' ? '--format table' : '--limit'} and --out cannot be combined`,
      {
        next: ['Write LIMIT into the statement.', 'Choose csv, json, ndjson or parquet.'],
      },
    );
  }
  const target = resolve(out);
  const as: ExportFormat = format ?? exportFormat(target);
  // Most queries print their rows, and need no writers of files.
  const { exportRows } = await import('../../datasets/export/export-rows.js');
  const written = await exportRows({ ...request, target, format: as, force, table: 'result' });
  for (const note of written.notes) output.message(`Note: ${note}`);
  if (output.asJson) return output.json({ rows: written.rows, path: target });
  output.print(`→ ${out} (${rows(written.rows)})`);
}

function formatOf({ format }: QueryOptions, output: Output): Exclude<Format, 'parquet'> {
  if (format === 'parquet') {
    throw new CasparianError('USAGE', 'Parquet cannot be written to a terminal or a pipe', {
      next: ['Name a file: --out rows.parquet'],
    });
  }
  return format ?? (output.asJson ? 'json' : process.stdout.isTTY ? 'table' : 'csv');
}
