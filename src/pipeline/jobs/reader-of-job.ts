import { BUILTIN } from '../builtin/builtin-parser.js';
import { builtinReader } from '../builtin/builtin-reader.js';
import { datasetNameOf } from '../builtin/dataset-name.js';
import { parserNamed } from '../registry/find-parsers.js';
import type { JobReader } from './job-reader.js';
import type { ParsePayload } from './job-types.js';
import { parserOfJob, unpackParser } from './parser-of-job.js';
import { parserReader } from './parser-reader.js';
import { inPhase } from './phase.js';
import type { PipelineRuntime } from './runtime.js';

/** What the job was planned for. */
export function readerOfJob(runtime: PipelineRuntime, payload: ParsePayload): Promise<JobReader> {
  return inPhase('Parser', async () =>
    payload.parser === BUILTIN
      ? builtinReader(payload.dataset ?? datasetNameOf(payload.path))
      : parserReader(await unpackParser(runtime, await parserOfJob(runtime, payload))),
  );
}

/** What reads rows of an output again: the parser as it is now, or the contract that the dataset has now. */
export function readerOfOutput(
  runtime: PipelineRuntime,
  { parser, output }: { parser: string; output: string },
): Promise<JobReader> {
  return inPhase('Parser', async () =>
    parser === BUILTIN
      ? builtinReader(output)
      : parserReader(await unpackParser(runtime, await parserNamed(runtime.database, parser))),
  );
}
