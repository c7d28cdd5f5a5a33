import type { JobRecord } from '../../../engine/index.js';
import type { ReplayResult } from '../../../pipeline/index.js';
import type { ReplayPayload } from '../../../pipeline/index.js';
import { CasparianError, isErrorCode } from '../../../platform/index.js';
import { failureText, ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { rowLabel, rows } from '../../output/row-counts.js';
import { cutText } from '../../output/text-width.js';

/** One failed replay is an error. Of several, each is reported. */
export function reportReplays(jobs: readonly JobRecord[], output: Output): void {
  const failures = jobs.filter(({ result }) => result === null).map(failureOf);
  const [first] = failures;
  if (jobs.length === 1 && first !== undefined) throw first;
  const results = jobs.map(({ result }) => result as ReplayResult | null).filter((result) => result !== null);
  const total = (part: 'recovered' | 'still_quarantined'): number => results.reduce((sum, one) => sum + one[part], 0);
  const [recovered, still_quarantined] = [total('recovered'), total('still_quarantined')];
  if (output.asJson) output.json({ recovered, still_quarantined, ...failedJson(failures) });
  else {
    for (const job of jobs) printJob(job, jobs.length > 1, output);
    output.print(`${rows(recovered)} recovered, ${rows(still_quarantined)} still quarantined`);
    for (const failure of failures) output.message(failureText(failure));
  }
  if (first !== undefined) throw new ReportedFailure(first.exitCode);
}

function failedJson(failures: readonly CasparianError[]): object {
  return failures.length === 0 ? {} : { failed: failures.map(({ code, message }) => ({ code, message })) };
}

function printJob({ payload, result }: JobRecord, isOneOfMany: boolean, output: Output): void {
  const { parser, replay_of, path } = payload as ReplayPayload;
  if (result === null) return;
  const { recovered, still_quarantined, rows: shown } = result as ReplayResult;
  if (isOneOfMany) output.print(printable(`Job ${replay_of} · ${path}`));
  for (const row of shown) {
    const label = rowLabel({ parser, output: row.output, rowNumber: row.row_number });
    const valid = row.status === 'recovered';
    const mark = valid ? output.paint('green', '✓') : output.paint('red', '✗');
    const words = valid ? 'Now valid' : `Still invalid (${row.column ?? ''}: ${row.error_message ?? ''})`;
    output.print(`${mark} ${cutText(printable(`${label} ${words}`), output.width - 2)}`);
  }
  const more = recovered + still_quarantined - shown.length;
  if (more > 0) output.print(`  … and ${rows(more)} more`);
}

/** The error of the job, as if it had occurred here. */
function failureOf({ id, errors, status }: JobRecord): CasparianError {
  const last = errors.at(-1);
  const code = last !== undefined && isErrorCode(last.code) ? last.code : 'JOB_CANCELLED';
  return new CasparianError(code, last?.message ?? `Job ${id} is ${status}`, {
    why: last?.why,
    next: last?.next ?? [`Details: casparian job show ${id}`],
  });
}
