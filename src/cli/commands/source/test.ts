import { readFile } from 'node:fs/promises';
import { openConfiguredCollect } from '../../../app/index.js';
import { findIntake, findSource, listIntakes } from '../../../collect/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { jsonFile } from './given-source.js';

interface TestOptions extends TenantOptions {
  intake?: string;
  file?: string;
  extract?: string;
}

export async function run(invocation: Invocation<TestOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [name = ''] = args;
  const { previewSource } = await import('../../../collect/jobs/preview-source.js');
  const preview = await withTenant(invocation, async ({ engine, database }, settings) => {
    const { source } = await findSource(database, name);
    const [first] = await listIntakes(database, { limit: 1 });
    const intake = options.intake === undefined ? first : await findIntake(database, options.intake);
    if (!intake && options.file === undefined) {
      throw new CasparianError('INTAKE_NOT_FOUND', 'There is no intake to ask the source for', {
        next: ['Add one with: casparian intake add --title …', 'Or test a saved response with --file.'],
      });
    }
    const runtime = openConfiguredCollect(engine, settings);
    try {
      const extract = options.extract === undefined ? source.extract : await jsonFile(options.extract);
      const body = options.file === undefined ? undefined : await readFile(options.file);
      return await previewSource({ runtime, database, source: { ...source, extract }, intake, body });
    } finally {
      await runtime.close();
    }
  });
  if (output.asJson) return output.json(preview);
  const columns: Column<(typeof preview.fields)[number]>[] = [
    { title: 'FIELD', cell: ({ field }) => field },
    { title: 'MATCHED', cell: ({ matched }) => String(matched), align: 'right' },
    { title: 'MISSING', cell: ({ missing }) => String(missing), align: 'right' },
    { title: 'EXAMPLE', cell: ({ example }) => example ?? '' },
  ];
  output.print(renderTable(columns, preview.fields, output.width));
  output.message(
    `${preview.items} items: ${preview.rows.length} prices, ${preview.rejected.length} break the contract.`,
  );
  for (const { row, message } of preview.rejected.slice(0, 5)) output.message(`Row ${row}: ${message}`);
  if (preview.layout !== null) output.message(`The layout has changed: ${preview.layout}`);
}
