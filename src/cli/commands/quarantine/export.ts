import { countRows } from '../../../operations/index.js';
import { extname, resolve } from 'node:path';
import {
  type ExportFormat,
  exportLines,
  findEntries,
  type QuarantineEntry,
  writeWholeFile,
} from '../../../pipeline/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { writeLines } from '../../output/write-lines.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { type FilterOptions, filterOf } from './filter.js';
import { rows } from '../../output/row-counts.js';

export interface ExportOptions extends FilterOptions {
  output?: string;
  format?: ExportFormat;
  verbatim?: boolean;
}

export async function run(invocation: Invocation<ExportOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const format = formatOf(options, output.asJson);
  await withTenant(invocation, async (session) => {
    const filter = filterOf(options);
    await countRows(session, filter);
    let written = 0;
    const entries = counted(findEntries(session.database, filter), () => written++);
    const lines = exportLines(entries, format, { verbatim: options.verbatim === true });
    if (options.output === undefined) {
      await writeLines(process.stdout, lines);
      return output.message(`${rows(written)} written.`);
    }
    const path = resolve(options.output);
    await writeWholeFile(path, lines);
    if (output.asJson) return output.json({ rows: written, path });
    output.print(`→ ${printable(options.output)} (${rows(written)})`);
  });
}

function formatOf({ output, format }: ExportOptions, asJson: boolean): ExportFormat {
  if (format !== undefined) return format;
  if (output === undefined) return asJson ? 'jsonl' : 'csv';
  const extension = extname(output).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (['.jsonl', '.ndjson'].includes(extension)) return 'jsonl';
  throw new CasparianError('OPTION_INVALID', `The format of '${output}' is unknown`, {
    next: ['Use the extension .csv or .jsonl.', 'Or set it: --format csv'],
  });
}

async function* counted(entries: AsyncIterable<QuarantineEntry>, onEntry: () => void): AsyncGenerator<QuarantineEntry> {
  for await (const entry of entries) {
    onEntry();
    yield entry;
  }
}
