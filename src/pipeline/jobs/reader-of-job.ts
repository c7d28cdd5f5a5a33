import { BUILTIN } from '../builtin/builtin-parser.js';
import { builtinReader, turnKey } from './builtin-reader.js';
import { datasetNameOf } from '../builtin/dataset-name.js';
import type { Turn } from '../builtin/turns.js';
import { parserNamed } from '../registry/find-parsers.js';
import type { TenantExecutor } from '../../database/index.js';
import type { JobReader } from './job-reader.js';
import type { ParsePayload } from './parse-job.js';
import { parserOfJob, unpackParser } from './parser-of-job.js';
import { parserReader } from './parser-reader.js';
import { inPhase } from './phase.js';
import type { PipelineRuntime } from './runtime.js';

/**
 * The job's turn among the jobs of its dataset, left when the job ends. Taken before any other work, so that the first
 * job makes the contract, and not the one whose file was opened first.
 */
export function placeOfJob(
  { firstFiles }: PipelineRuntime,
  { tenant }: TenantExecutor,
  payload: ParsePayload,
): Turn | undefined {
  return payload.parser === BUILTIN ? firstFiles.enter(turnKey(tenant, datasetOf(payload))) : undefined;
}

/** The reader that the job was planned for. */
export function readerOfJob(
  runtime: PipelineRuntime,
  database: TenantExecutor,
  payload: ParsePayload,
  place?: Turn,
): Promise<JobReader> {
  return inPhase('Parser', async () =>
    payload.parser === BUILTIN
      ? builtinReader(datasetOf(payload), place)
      : parserReader(await unpackParser(runtime, database, await parserOfJob(database, payload))),
  );
}

/** The reader for rows of an output that are read again: the parser's current or named version, or the dataset's current contract. */
export function readerOfOutput(
  runtime: PipelineRuntime,
  database: TenantExecutor,
  { parser, output, version }: { parser: string; output: string; version?: string | undefined },
): Promise<JobReader> {
  return inPhase('Parser', async () =>
    parser === BUILTIN
      ? builtinReader(output)
      : parserReader(await unpackParser(runtime, database, await parserNamed(database, parser, version))),
  );
}

function datasetOf({ dataset, path }: ParsePayload): string {
  return dataset ?? datasetNameOf(path);
}
