import { type Kysely, sql } from 'kysely';
import { preparedQuery, type TenantTransaction } from '../../database/index.js';
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
  const earlier = await findEarlierRow(tx, {
    tenant: tx.tenant,
    jobId,
    fileId,
    parser,
    other: replaced.at(-1) ?? parser,
  });
  const isRenewal = earlier.length > 0;
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

interface FileReader {
  readonly tenant: string;
  readonly jobId: string;
  readonly fileId: string;
  readonly parser: string;
  /** Another parser whose rows are replaced, or the same. */
  readonly other: string;
}

/** Finds out whether there is anything to supersede (mostly not): output rows, quarantined rows, skipped lines, or failed jobs. */
const findEarlierRow = preparedQuery(
  (builder: Kysely<PipelineSchema>, { tenant, jobId, fileId, parser, other }: FileReader) => {
    const parsers = [parser, other];
    const failed = sql<{ id: string }>`(${failuresOf(tenant, { fileId, jobId, parsers })})`;
    const quarantined = builder
      .selectFrom('cf_quarantine')
      .select('id')
      .where('tenant', '=', tenant)
      .where('file_id', '=', fileId)
      .where('parser', 'in', parsers);
    const skipped = builder
      .selectFrom('cf_skipped')
      .select('id')
      .where('tenant', '=', tenant)
      .where('file_id', '=', fileId)
      .where('parser', 'in', parsers)
      .where('superseded_at', 'is', null);
    return builder
      .selectFrom('cf_outputs')
      .select('id')
      .where('tenant', '=', tenant)
      .where('file_id', '=', fileId)
      .where('parser', 'in', parsers)
      .where('superseded_at', 'is', null)
      .where('job_id', '<>', jobId)
      .unionAll(quarantined)
      .unionAll(skipped)
      .unionAll(builder.selectFrom(failed.as('failed')).select('failed.id'))
      .limit(1);
  },
);

/**
 * Records this job as the current one of the file and parser. Returns false if planning has assigned another job
 * meanwhile: its rows will be newer.
 */
async function recordCurrentJob(tx: TenantTransaction, commit: ParseCommit): Promise<boolean> {
  const { jobId, fileId, parser, version, sourceHash, contentHash, dataset } = commit;
  const row = { tenant: tx.tenant, jobId, fileId, parser, version, sourceHash, contentHash, dataset };
  // Planning removes the row when a registered parser takes over the file from the built-in readers.
  const recorded = await (dataset === null ? insertCurrentJob(tx, row) : updateCurrentJob(tx, row));
  return recorded.length > 0;
}

type CurrentJob = OutputOrigin & { readonly tenant: string; readonly dataset: string | null };

const columnsOf = ({ contentHash, version, sourceHash, jobId, dataset }: CurrentJob) => ({
  ...{ content_hash: contentHash, version, source_hash: sourceHash, job_id: jobId, dataset },
});

const updateCurrentJob = preparedQuery((builder: Kysely<PipelineSchema>, job: CurrentJob) =>
  builder
    .updateTable('cf_file_parses')
    .set(columnsOf(job))
    .where('tenant', '=', job.tenant)
    .where('file_id', '=', job.fileId)
    .where('job_id', '=', job.jobId)
    .returning('job_id'),
);

const insertCurrentJob = preparedQuery((builder: Kysely<PipelineSchema>, job: CurrentJob) =>
  builder
    .insertInto('cf_file_parses')
    .values({ tenant: job.tenant, file_id: job.fileId, parser: job.parser, ...columnsOf(job) })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'file_id', 'parser'])
        .doUpdateSet(columnsOf(job))
        .where('cf_file_parses.job_id', '=', job.jobId),
    )
    .returning('job_id'),
);

/** The next attempt finds that no work is left. */
function overtaken(source: string): CasparianError {
  return new CasparianError('INPUT_CHANGED', `Another job was planned for '${source}' while it was read`, {
    why: 'A scan found it changed, or another version of the parser was registered. This run wrote nothing.',
    phase: 'Output',
  });
}
