import { CasparianError, hint, nearest } from '../../platform/index.js';
import { datasets } from '../../pipeline/index.js';
import { type TenantExecutor } from '../../database/index.js';
import { folded, fullName, nameDatasets, type NamedDataset } from './dataset-names.js';

/** All datasets with current rows, by parser and output. */
export async function namedDatasets(database: TenantExecutor): Promise<NamedDataset[]> {
  return nameDatasets(await datasets(database));
}

/** The dataset that `orders` or `shop.orders` refers to. */
export function datasetNamed(known: readonly NamedDataset[], name: string): NamedDataset {
  const wanted = folded(name);
  const found =
    known.find((one) => folded(fullName(one)) === wanted) ??
    known.find((one) => one.isBare && folded(one.name) === wanted);
  if (found !== undefined) return found;
  const alike = known.filter(({ output }) => folded(output) === wanted).map(fullName);
  if (alike.length > 0) throw ambiguous(name, alike);
  throw unknownDataset(
    name,
    known.map((one) => one.name),
  );
}

/** The error for an unknown dataset, with the nearest and the known names. */
export function unknownDataset(name: string, known: readonly string[]): CasparianError {
  const meant = nearest(name, known);
  return new CasparianError('DATASET_NOT_FOUND', `There is no dataset '${name}'`, {
    why: known.length === 0 ? 'Nothing was written yet.' : `There are: ${listed(known)}.`,
    next: [
      ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
      known.length === 0
        ? hint('Process some files first', { action: 'process' })
        : hint('List all of them', { action: 'datasets' }),
    ],
  });
}

function ambiguous(name: string, alike: readonly string[]): CasparianError {
  return new CasparianError('DATASET_NOT_FOUND', `'${name}' matches several datasets`, {
    why: 'SQL ignores case, and several parsers may write an output with the same name.',
    next: [`Name it with its parser: ${alike.join(', ')}`],
  });
}

/** A longer list would hide the message. */
const MAX_LISTED = 20;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return `${names.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
