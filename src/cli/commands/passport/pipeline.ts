import { newestVersionNamed, passportPipeline, type PassportPipeline } from '../../../operations/index.js';
import { pipelineJson } from '../../../operations/passport/pipeline-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { type Column, renderTable } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import { withTenant } from '../../session.js';

type Step = PassportPipeline['steps'][number];

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const pipeline = await withTenant(invocation, async ({ engine, database }) => {
    const { id } = await newestVersionNamed(database, args[0] ?? '');
    return passportPipeline({ engine, database }, id);
  });
  if (output.asJson) return output.json(pipelineJson(pipeline));
  const now = Date.now();
  const columns: Column<Step>[] = [
    { title: 'STEP', cell: ({ step }) => step },
    { title: 'STATE', cell: ({ state }) => state },
    { title: 'AT', cell: ({ at }) => fullTime(at, now) },
    { title: 'TOOK', cell: ({ durationMs }) => (durationMs === null ? '' : `${durationMs} ms`), align: 'right' },
    { title: 'JOB', cell: ({ jobId }) => jobId ?? '' },
    { title: 'ERROR', cell: ({ error }) => printable(error ?? '') },
  ];
  output.print(renderTable(columns, pipeline.steps, output.width));
}
