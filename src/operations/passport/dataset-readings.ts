import type { TenantDatabase } from '../../database/index.js';
import { datasetNamed, namedDatasets, type OutputsFolder } from '../../datasets/index.js';
import { CasparianError, exactJson } from '../../platform/index.js';
import { badRows, keyOf, readDatasetRows, requireColumns } from './dataset-facts.js';
import { columnsOf, readFactMapping } from './fact-mapping.js';

export interface DatasetReadingsRequest {
  readonly database: TenantDatabase;
  /** The home that has the outputs, or its `output` folder. */
  readonly outputs: OutputsFolder;
  readonly mapping: { readonly content: string; readonly path: string };
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a file of readings from the rows of a dataset. The mapping has the form of a mapping to facts, with `fact_type = "Reading"`: the key names
 * the battery, and the members are `observed_at` and paths of attributes.
 */
export async function datasetReadings(request: DatasetReadingsRequest): Promise<Buffer> {
  const { content, path } = request.mapping;
  const mapping = await readFactMapping(content, path);
  if (mapping.factType !== 'Reading') {
    throw new CasparianError('FACT_MAPPING_INVALID', `${path} has the fact_type '${mapping.factType}', not 'Reading'`);
  }
  const members = mapping.members ?? [];
  if (!members.some(({ name }) => name === 'observed_at')) {
    throw new CasparianError('FACT_MAPPING_INVALID', `[members] in ${path} has no observed_at`, {
      next: ['Add a line: observed_at = "Name of the column with the time"'],
    });
  }
  const dataset = datasetNamed(await namedDatasets(request.database), mapping.dataset);
  const rows = await readDatasetRows(request, dataset);
  requireColumns(
    [...columnsOf(mapping.key), ...members.map(({ column }) => column)],
    Object.keys(rows[0] ?? {}),
    dataset.name,
  );
  const problems: string[] = [];
  const readings = rows.map((row) => {
    const place = `${String(row['_cf_source'])}, row ${String(row['_cf_row'])}`;
    const battery = keyOf(row, mapping.key, (message) => void problems.push(`${place}: ${message}`));
    const given = members.flatMap(({ name, column }) => (row[column] == null ? [] : [[name, row[column]] as const]));
    const { observed_at: observedAt, ...values } = Object.fromEntries(given);
    return { battery, observed_at: observedAt ?? null, values };
  });
  if (problems.length > 0) throw badRows(dataset.name, problems);
  return Buffer.from(exactJson({ readings }));
}
