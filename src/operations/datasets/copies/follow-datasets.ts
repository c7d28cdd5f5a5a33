import picomatch from 'picomatch';
import type { ChangedDataset, OnDatasetsChanged } from '../../../pipeline/index.js';
import { CasparianError } from '../../../platform/index.js';
import { LOAD_JOB, PUBLISH_JOB } from './copy-jobs.js';
import { requestCopy } from './request-copies.js';

/** Which datasets have copies that follow them. */
export interface FollowOptions {
  /** `orders`, `shop.orders` or `orders=sales.orders`: a dataset, and the table that it is loaded into. */
  readonly load: readonly string[];
  /** Datasets that are published as Delta tables: `orders`, `shop.orders` or a pattern. */
  readonly delta: readonly string[];
  /** Changes within this time share a job. */
  readonly delayMs: number;
}

interface FollowedDataset {
  readonly isMeant: (dataset: ChangedDataset) => boolean;
  readonly table: string | undefined;
}

/** What the pipeline calls when rows of datasets change; undefined if no dataset is followed. */
export function followDatasets({ load, delta, delayMs }: FollowOptions): OnDatasetsChanged | undefined {
  const loaded = load.map(parseLoaded);
  const published = delta.map(datasetPattern);
  if (loaded.length + published.length === 0) return undefined;
  return async (tx, changed) => {
    for (const { parser, output } of distinct(changed)) {
      for (const { table } of loaded.filter(({ isMeant }) => isMeant({ parser, output }))) {
        await requestCopy(tx, LOAD_JOB, { parser, output, ...(table === undefined ? {} : { table }) }, delayMs);
      }
      const isPublished = published.some((isMeant) => isMeant({ parser, output }));
      if (isPublished) await requestCopy(tx, PUBLISH_JOB, { parser, output }, delayMs);
    }
  };
}

function parseLoaded(text: string): FollowedDataset {
  const [name = '', table, ...rest] = text.split('=');
  if (name === '' || table === '' || rest.length > 0) {
    throw new CasparianError('CONFIG_INVALID', `'${text}' is not a dataset to load`, {
      next: ['In load_datasets, write a dataset such as orders, or dataset=table such as orders=sales.orders.'],
    });
  }
  return { isMeant: datasetPattern(name), table };
}

/** A pattern matches the name of an output, or parser.output. */
function datasetPattern(pattern: string): (dataset: ChangedDataset) => boolean {
  const matches = picomatch(pattern.toLowerCase());
  return ({ parser, output }) => matches(output.toLowerCase()) || matches(`${parser}.${output}`.toLowerCase());
}

/** Sorted: transactions that request the same jobs in different orders would wait for each other. */
function distinct(changed: readonly ChangedDataset[]): ChangedDataset[] {
  const byName = new Map(changed.map((one) => [`${one.parser}/${one.output}`, one]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, dataset]) => dataset);
}
