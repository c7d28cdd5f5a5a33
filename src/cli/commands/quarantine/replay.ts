import { replayRows } from '../../../app/index.js';
import { type Engine, type JobRecord } from '../../../engine/index.js';
import type { ReplayResult } from '../../../pipeline/index.js';
import type { ReplayPayload } from '../../../pipeline/jobs/job-types.js';
import { countEntries } from '../../../pipeline/quarantine/find-entries.js';
import { replayPayloads } from '../../../pipeline/quarantine/replay/replay-payloads.js';
import { CasparianError, isErrorCode, silentLogger } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { failureText } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { withEngine } from '../../session.js';
import { parserSettingsOf } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';
import { count, cut, rowLabel, rows } from './words.js';

export interface ReplayOptions {
  job?: string;
  parser?: string;
}

export async function run(invocation: Invocation<ReplayOptions>): Promise<void> {
  const { options, output } = invocation;
  const stop = stopOnSignals();
  try {
    const parsers = await parserSettingsOf(invocation);
    await withEngine(invocation, async (engine, settings) => {
      const payloads = await meantBy(options, engine);
      const meant = payloads.reduce((sum, one) => sum + one.rows, 0);
      output.talk(`Re-processing ${meant === 1 ? '1 quarantined row' : `${count(meant)} quarantined rows`}...`);
      const jobs = await replayRows(engine, payloads, {
        ...{ settings, parsers, logger: silentLogger, signal: stop.signal },
        onOwnWorker: () => output.talk('No worker is running: they are read here.'),
      });
      if (jobs.length < payloads.length) throw interrupted(payloads.length - jobs.length);
      report(jobs, output);
    });
  } finally {
    stop.dispose();
  }
}

async function meantBy({ job, parser }: ReplayOptions, engine: Engine): Promise<(ReplayPayload & { rows: number })[]> {
  if ((job === undefined) === (parser === undefined)) {
    throw new CasparianError('USAGE', 'replay takes a job or a parser', {
      next: ['Name one: --job ID, or --parser NAME'],
    });
  }
  const filter = { jobId: job?.toLowerCase(), parser };
  const payloads = await replayPayloads(engine.database, filter);
  if (payloads.length > 0) return payloads;
  if (job !== undefined) await engine.job(job);
  const evidence = await countEntries(engine.database, { ...filter, statuses: ['evidence'] });
  throw new CasparianError('QUARANTINE_EMPTY', `No row of ${job ?? `'${parser}'`} is quarantined`, {
    ...(evidence === 0 ? {} : { why: `${rows(evidence)} are kept as evidence of a failure: no output was made.` }),
    next: [
      evidence === 0 || job === undefined
        ? 'See where there are any: casparian quarantine list --summary'
        : `Correct the cause, then: casparian job retry ${job}`,
    ],
  });
}

/** One replay that failed is an error. Of several, each says what became of it. */
function report(jobs: readonly JobRecord[], output: Output): void {
  const failures = jobs.flatMap((job) => (job.errors.length > 0 && job.result === null ? [failureOf(job)] : []));
  const [only] = failures;
  if (jobs.length === 1 && only !== undefined) throw only;
  const results = jobs.map(({ result }) => result as ReplayResult | null).filter((result) => result !== null);
  const total = (part: 'recovered' | 'still_quarantined'): number => results.reduce((sum, one) => sum + one[part], 0);
  const [recovered, still_quarantined] = [total('recovered'), total('still_quarantined')];
  if (output.asJson) return output.json({ recovered, still_quarantined, ...failedJobs(failures) });
  for (const job of jobs) printJob(job, jobs.length > 1, output);
  output.print(`${rows(recovered)} recovered, ${rows(still_quarantined)} still quarantined`);
  for (const failure of failures) output.talk(failureText(failure));
}

function failedJobs(failures: readonly CasparianError[]): object {
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
    output.print(`${mark} ${cut(printable(`${label} ${words}`), output.width - 2)}`);
  }
  const more = recovered + still_quarantined - shown.length;
  if (more > 0) output.print(`  … and ${rows(more)} more`);
}

/** What the job failed with, as if it had failed here. */
function failureOf({ id, errors, status }: JobRecord): CasparianError {
  const last = errors.at(-1);
  const code = last !== undefined && isErrorCode(last.code) ? last.code : 'INTERNAL';
  return new CasparianError(code, last?.message ?? `Job ${id} is ${status}`, {
    why: last?.why,
    next: last?.next ?? [`See all of it: casparian job show ${id}`],
  });
}

function interrupted(jobs: number): CasparianError {
  const which = jobs === 1 ? 'The replay is' : `${jobs} replays are`;
  return new CasparianError('INTERRUPTED', 'Interrupted', {
    why: `${which} still in the queue: the next worker does what is left.`,
    next: ['See what became of it: casparian jobs --type parse.replay'],
  });
}
