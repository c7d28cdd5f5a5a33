import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import type { SkippedLines, StagedFile } from '../../parse/index.js';
import { recordSkipped, supersedeSkipped } from '../skipped/record.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import type { FileSignature } from '../files/signature.js';
import type { MovedOutput } from '../outputs/move-outputs.js';
import { type ChangedDataset } from '../outputs/changed-dataset.js';
import { type OutputOrigin, registerOutputs, supersedeOutputs } from '../outputs/register-outputs.js';
import { settleCorrections } from '../corrections/apply-corrections.js';
import type { Correction } from '../corrections/correction.js';
import { recordQuarantine } from '../quarantine/record.js';
import { supersedeQuarantine } from '../quarantine/supersede.js';
import { lockRevision } from '../schema/revision.js';
import type { PipelineSchema } from '../schema/tables.js';
import { recordEvent } from '../../events/index.js';
import { renewFile, releaseCopies } from './file-ledger.js';
import { keepForCopies } from './keep-for-copies.js';
import { failureEvents, parseEvents } from './parse-events.js';
import { failuresOf, supersedeFailures } from './superseded-failures.js';

/** The rows of a finished job: their origin and their files. */
export interface ParseCommit extends OutputOrigin {
  /** The dataset of the built-in readers; null for a registered parser. */
  readonly dataset: string | null;
  /** The file's path. */
  readonly source: string;
  readonly outputs: readonly MovedOutput[];
  readonly quarantines: readonly StagedFile[];
  /** Corrections that rows were read with. */
  readonly corrections: readonly Correction[];
  /** The lines of the file that are not part of a row. */
  readonly skipped: SkippedLines;
  /** The signature of the file now; null if it is the one that the scan recorded. */
  readonly renewed: FileSignature | null;
}

/**
 * Makes the rows of a job visible, in the transaction that completes it: all or nothing. It may be called again if the
 * database was busy, so it changes nothing outside the transaction. Returns the datasets whose rows have changed.
 */
export async function commitParse(tx: TenantTransaction, commit: ParseCommit): Promise<ChangedDataset[]> {
  const { jobId, fileId, parser, source } = commit;
  // Rows of a registered parser also replace the rows that the built-in readers made from the file.
  const replaced = commit.dataset === null ? [parser, BUILTIN] : [parser];
  const isRenewal = await hasEarlierRows(tx, commit, replaced);
  // Changes of file rows take turns with scans and planners: on PostgreSQL they would deadlock otherwise.
  if (commit.renewed !== null || isRenewal) await lockRevision(tx);
  if (!(await recordCurrentJob(tx, commit))) throw overtaken(source);
  const superseded: string[] = [];
  const datasets = commit.outputs.map(({ output }): ChangedDataset => ({ parser, output }));
  const kept = isRenewal ? await keepForCopies(tx, commit, replaced) : [];
  for (const earlier of isRenewal ? replaced : []) {
    const replaced = await supersedeOutputs(tx, { fileId, jobId, parser: earlier });
    superseded.push(...replaced.jobIds);
    datasets.push(...replaced.outputs.map((output) => ({ parser: earlier, output })));
    await supersedeQuarantine(tx, fileId, earlier, jobId);
    await supersedeSkipped(tx, fileId, earlier, jobId);
  }
  for (const { output, path } of commit.quarantines) {
    await recordQuarantine(tx, { jobId, fileId, parser, output, source }, path, 'quarantined');
  }
  await settleCorrections(tx, commit.corrections, { jobId, quarantinedBy: jobId });
  await recordSkipped(tx, { jobId, fileId, parser, source }, commit.skipped);
  await registerOutputs(tx, commit, commit.outputs);
  const changed = [...superseded, ...kept];
  if (changed.length > 0) await releaseCopies(tx, { jobIds: changed, exceptFile: fileId });
  const failures = isRenewal ? await supersedeFailures(tx, { fileId, jobId, parsers: replaced }) : [];
  if (commit.renewed !== null) {
    await releaseCopies(tx, { jobIds: [jobId], exceptFile: fileId, exceptContent: commit.contentHash });
    await renewFile(tx, fileId, commit.contentHash, commit.renewed);
  }
  await recordEvent(tx, ...parseEvents(commit, superseded), ...failureEvents(failures, jobId));
  return datasets;
}

/** Whether there is anything to supersede (mostly not): output rows, quarantined rows, skipped lines, or failed jobs. */
async function hasEarlierRows(
  tx: TenantTransaction,
  { fileId, jobId }: OutputOrigin,
  parsers: readonly string[],
): Promise<boolean> {
  const builder = queryBuilder<PipelineSchema>(tx);
  const failed = sql<{ id: string }>`(${failuresOf(tx, { fileId, jobId, parsers })})`;
  const quarantined = builder
    .selectFrom('cf_quarantine')
    .select('id')
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', 'in', parsers);
  const skipped = builder
    .selectFrom('cf_skipped')
    .select('id')
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', 'in', parsers)
    .where('superseded_at', 'is', null);
  const earlier = await builder
    .selectFrom('cf_outputs')
    .select('id')
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', 'in', parsers)
    .where('superseded_at', 'is', null)
    .where('job_id', '<>', jobId)
    .unionAll(quarantined)
    .unionAll(skipped)
    .unionAll(builder.selectFrom(failed.as('failed')).select('failed.id'))
    .limit(1)
    .execute();
  return earlier.length > 0;
}

/**
 * Records this job as the current one of the file and parser. Returns false if planning has assigned another job
 * meanwhile: its rows will be newer.
 */
async function recordCurrentJob(tx: TenantTransaction, commit: ParseCommit): Promise<boolean> {
  const what = {
    content_hash: commit.contentHash,
    version: commit.version,
    source_hash: commit.sourceHash,
    job_id: commit.jobId,
    dataset: commit.dataset,
  };
  const builder = queryBuilder<PipelineSchema>(tx);
  // Planning removes the row when a registered parser takes over the file from the built-in readers.
  if (commit.dataset !== null) {
    const own = await builder
      .updateTable('cf_file_parses')
      .set(what)
      .where('tenant', '=', tx.tenant)
      .where('file_id', '=', commit.fileId)
      .where('job_id', '=', commit.jobId)
      .returning('job_id')
      .execute();
    return own.length > 0;
  }
  const current = await builder
    .insertInto('cf_file_parses')
    .values({ tenant: tx.tenant, file_id: commit.fileId, parser: commit.parser, ...what })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'file_id', 'parser'])
        .doUpdateSet(what)
        .where('cf_file_parses.job_id', '=', commit.jobId),
    )
    .returning('job_id')
    .execute();
  return current.length > 0;
}

/** The next attempt finds that no work is left. */
function overtaken(source: string): CasparianError {
  return new CasparianError('INPUT_CHANGED', `Another job was planned for '${source}' while it was read`, {
    why: 'A scan found it changed, or another version of the parser was registered. This run wrote nothing.',
    phase: 'Output',
  });
}
