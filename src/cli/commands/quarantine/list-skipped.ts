import { findSkipped, type SkippedEntry } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { DEFAULT_LIMIT } from '../../options/limit.js';
import { printable } from '../../output/printable.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import type { ListOptions } from './list.js';

/** Shows the lines of files that are not part of a row. */
export async function listSkipped({
  options,
  output,
  ...invocation
}: Invocation<ListOptions & TenantOptions>): Promise<void> {
  await withTenant({ options, output, ...invocation }, async ({ database }) => {
    const limit = options.limit ?? (output.asJson ? Infinity : DEFAULT_LIMIT);
    const entries: SkippedEntry[] = [];
    let isMore = false;
    for await (const entry of findSkipped(database, { jobId: options.job, parser: options.parser })) {
      isMore = entries.length >= limit;
      if (isMore) break;
      entries.push(entry);
    }
    if (output.asJson && isMore) output.warning(`Showing the first ${entries.length}; use --limit for more.`);
    if (output.asJson) return output.json(entries);
    if (entries.length === 0) return output.message('No skipped line matches.');
    for (const [at, { job_id, source, line, kind, reason, text }] of entries.entries()) {
      if (entries[at - 1]?.job_id !== job_id)
        output.print(`${at === 0 ? '' : '\n'}${printable(source)} (job ${job_id})`);
      output.print(`  line ${line}, ${kind} (${reason}): ${printable(text)}`);
    }
    if (isMore)
      output.message(`\n${entries.length === 1 ? '1 line' : `${entries.length} lines`} shown; use --limit for more.`);
  });
}
