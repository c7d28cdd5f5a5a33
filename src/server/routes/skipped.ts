import * as z from 'zod';
import { pageOfSkipped } from '../../pipeline/index.js';
import { CasparianError } from '../../platform/index.js';
import { ownJob, placeId } from '../own-job.js';
import { pagedRoute, pageOf } from '../page.js';
import type { Place } from '../request/cursor.js';
import type { Route } from '../route.js';
import { NAME, UUID } from '../schemas/values.js';

export const SKIPPED_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'skipped-lines.list',
    path: '/v1/skipped-lines',
    permission: 'data:read',
    summary: 'List lines of files that are not part of a row, by job and line',
    query: { job: UUID.optional().describe('Lines of the file of this job'), parser: NAME.optional() },
    item: z
      .object({
        job_id: z.string(),
        parser: z.string(),
        source: z.string(),
        line: z.int(),
        kind: z.string().describe('Such as header, comment or footer'),
        reason: z.string(),
        text: z.string(),
      })
      .meta({ id: 'SkippedLine' }),
    async list({ engine, caller, database, query }, { limit, after }) {
      const { job, parser } = query;
      if (job !== undefined) await ownJob(engine, caller.tenant, job);
      const filter = { jobId: job?.toLowerCase(), parser };
      const lines = await pageOfSkipped(database, filter, { after: lineAt(after), limit: limit + 1 });
      return pageOf(lines, limit, { item: (line) => line, place: ({ job_id, line }) => ({ t: line, id: job_id }) });
    },
  }),
];

function lineAt(after: Place | undefined): { readonly jobId: string; readonly line: number } | undefined {
  const jobId = placeId(after?.id);
  if (jobId === undefined) return undefined;
  const line = Number(after?.t);
  if (Number.isSafeInteger(line)) return { jobId, line };
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
