import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { correctRow, importCorrections, inspectRow, pipelineHome, tryCorrection } from '../../pipeline/index.js';
import { importReportJson } from '../../pipeline/repairs/import/import-json.js';
import { inspectedRowJson } from '../../pipeline/repairs/inspected-row-json.js';
import { newId } from '../../platform/index.js';
import { JsonText } from '../respond/reply.js';
import { type Route, route } from '../route.js';
import { ENTRY } from '../schemas/quarantine.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

/** Single quarantined rows: show, check and correct them; correct many from a file. */

const CORRECTION = z
  .object({
    id: z.string(),
    row_id: z.string(),
    output: z.string(),
    row_number: z.int(),
    columns: z.array(
      z.object({
        name: z.string(),
        old: z.string().nullable().describe('As JSON'),
        new: z.string().nullable(),
      }),
    ),
    actor: z.string().nullable(),
    corrected_at: TIME_OR_NULL,
    used_by: z.string().nullable().describe('The job that put the row into the dataset'),
  })
  .meta({ id: 'Correction' });

const ROW_ID = { id: UUID.describe('The id of the row') };
const VALUES = z
  .record(NAME, z.string().max(1_000_000).nullable())
  .describe('The new text of each column to correct; null removes a value');

const IMPORT_REPORT = z.object({
  ...{ dry_run: z.boolean(), rows: z.int(), unchanged: z.int(), corrected: z.int(), rejected: z.int() },
  changes: z
    .array(
      z.object({
        ...{ line: z.int(), row_id: z.string(), row_number: z.int(), source: z.string() },
        columns: z.array(z.object({ name: z.string(), old: z.string().nullable(), new: z.string().nullable() })),
      }),
    )
    .describe('The first ones'),
  problems: z.array(z.object({ line: z.int(), row_id: z.string().nullable(), message: z.string() })),
  unknown_columns: z.array(z.string()).describe('Columns of the file that no contract has'),
  job_ids: z.array(z.string()).describe('The replays'),
});

export const CORRECTION_ROUTES: readonly Route[] = [
  route({
    id: 'quarantine.get',
    method: 'GET',
    path: '/v1/quarantine/{id}',
    permission: 'data:read',
    summary: 'Show a quarantined row with its errors, contract and corrections',
    params: ROW_ID,
    response: z
      .object({
        ...{ parser: z.string(), file_id: z.string() },
        errors: z.array(z.object({ column: z.string().nullable(), error_type: z.string(), error_message: z.string() })),
        ...{ resolved_by: z.string().nullable(), reason: z.string().nullable() },
        ...{ created_at: TIME_OR_NULL, resolved_at: TIME_OR_NULL },
        columns: z
          .array(z.object({ name: z.string(), declaration: z.unknown(), required: z.boolean() }))
          .describe('What the contract demands now'),
        corrections: z.array(CORRECTION).describe('The newest last'),
        ...ENTRY,
      })
      .meta({ id: 'QuarantinedRowDetail' }),
    handle: async ({ database, params }) =>
      new JsonText(inspectedRowJson(await inspectRow(database, params.id.toLowerCase()))),
  }),
  route({
    id: 'quarantine.check',
    method: 'POST',
    path: '/v1/quarantine/{id}/check',
    permission: 'data:read',
    isRead: true,
    summary: 'Check corrected values of a quarantined row without storing them',
    params: ROW_ID,
    body: z.strictObject({ values: VALUES }),
    response: z.object({
      valid: z.boolean(),
      errors: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
      values: z.record(z.string(), z.string().nullable()).describe('As they would be stored'),
    }),
    handle: ({ database, params, body }) => tryCorrection(database, params.id.toLowerCase(), body.values),
  }),
  route({
    id: 'quarantine.import',
    method: 'POST',
    path: '/v1/quarantine-import',
    permission: 'data:write',
    summary: 'Correct quarantined rows from an edited CSV export',
    description:
      'Compares each row with its original by the column `_cf_id`. Rows with valid changes are corrected and replayed; the others are reported and left ' +
      'alone. With `dry_run`, nothing is stored.',
    query: { dry_run: z.boolean().default(true) },
    body: { contentType: 'text/csv', description: 'The file, at most 10,000 rows' },
    response: IMPORT_REPORT,
    async handle({ engine, caller, query, services, signal, upload }) {
      const { tenant, actor } = caller;
      const { staging } = pipelineHome(services.home);
      await mkdir(staging, { recursive: true, mode: 0o700 });
      const path = join(staging, `import-${newId()}.csv`);
      try {
        await upload.saveTo(path);
        const dryRun = query.dry_run;
        return importReportJson(await importCorrections(engine, { tenant, actor, path, dryRun, signal }), dryRun);
      } finally {
        await rm(path, { force: true });
      }
    },
  }),
  route({
    id: 'quarantine.correct',
    method: 'POST',
    path: '/v1/quarantine/{id}/correct',
    permission: 'data:write',
    summary: 'Correct values of a quarantined row',
    description:
      'The corrected row must satisfy the contract (422 CORRECTION_INVALID). Stores the correction and enqueues the replay that moves the row to the ' +
      'dataset. The original is kept; the lineage of the row shows both. The correction is applied again whenever the same content is read.',
    status: 202,
    params: ROW_ID,
    body: z.strictObject({ values: VALUES }),
    response: z.object({ correction: CORRECTION, job_id: z.string().describe('The replay') }),
    async handle({ engine, caller, params, body }) {
      const { tenant, actor } = caller;
      const row = { id: params.id.toLowerCase() };
      const { correction, replay } = await correctRow(engine, { tenant, actor, row, values: body.values });
      return { correction, job_id: replay };
    },
  }),
];
