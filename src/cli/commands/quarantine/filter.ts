import { type Engine, jobIdWith } from '../../../engine/index.js';
import { quarantineFilter } from '../../../operations/index.js';
import type { QuarantineFilter } from '../../../pipeline/index.js';

/** The options that select rows. */
export interface FilterOptions {
  job?: string;
  parser?: string;
  column?: string;
  error?: string;
  status?: string[];
}

export async function filterOf(
  engine: Engine,
  { job, parser, column, error, status }: FilterOptions,
): Promise<QuarantineFilter> {
  return quarantineFilter({ job: await wholeJobId(engine, job), parser, column, error, statuses: status });
}

/** The id of the job that is given by its id or the beginning of it. Rows are kept longer than their jobs. */
export async function wholeJobId<Given extends string | undefined>(engine: Engine, given: Given): Promise<Given> {
  return (given === undefined ? undefined : ((await jobIdWith(engine.database, given)) ?? given)) as Given;
}
