import type { JobRecord } from '../../../engine/index.js';
import {
  PARSE_JOB,
  type ParsePayload,
  type ParseResult,
  type ReplayPayload,
  type ReplayResult,
} from '../../../pipeline/index.js';
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
  const replayed = jobs.filter(({ type }) => type !== PARSE_JOB.type);
  const files = jobs.filter(({ type, result }) => type === PARSE_JOB.type && result !== null);
  const results = replayed.map(({ result }) => result as ReplayResult | null).filter((result) => result !== null);
  const total = (part: 'recovered' | 'still_quarantined'): number => results.reduce((sum, one) => sum + one[part], 0);
  const [recovered, still_quarantined] = [total('recovered'), total('still_quarantined')];
  if (output.asJson) output.json({ recovered, still_quarantined, ...filesJson(files), ...failedJson(failures) });
  else {
    for (const job of replayed) printJob(job, jobs.length > 1, output);
    for (const job of files) printFile(job, output);
    if (replayed.length > 0) {
      output.print(`${rows(recovered)} recovered, ${rows(still_quarantined)} still quarantined`);
    }
    for (const failure of failures) output.message(failureText(failure));
  }
  if (first !== undefined) throw new ReportedFailure(first.exitCode);
}

/** Files of which no row was written before. */
function filesJson(files: readonly JobRecord[]): object {
  if (files.length === 0) return {};
  return {
    files: files.map(({ id, payload, result }) => {
      const { parser, version, path } = payload as ParsePayload;
      const { rows_valid, rows_quarantined } = result as ParseResult;
      return { job_id: id, path, parser, version, rows_valid, rows_quarantined };
    }),
  };
}

function printFile({ payload, result }: JobRecord, output: Output): void {
  const { parser, version, path } = payload as ParsePayload;
  const { rows_valid: valid, rows_quarantined: bad } = result as ParseResult;
  const words = `${path}: ${rows(valid)} with ${parser} v${version}${bad === 0 ? '' : `, ${rows(bad)} quarantined`}`;
  output.print(`${output.paint('green', '✓')} ${printable(words)}`);
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
