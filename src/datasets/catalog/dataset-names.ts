import type { Dataset } from '../../pipeline/index.js';

/** A dataset and its name in SQL. */
export interface NamedDataset extends Dataset {
  /** Its output's name, with the parser's name as prefix if the output's name alone is ambiguous. */
  readonly name: string;
  /** Whether the name has no prefix. */
  readonly isBare: boolean;
}

/** Tables of the ledger. A dataset with such a name gets its parser's name as prefix. */
export const LEDGER_NAMES = [
  ...(['quarantine', 'skipped', 'jobs', 'files'] as const),
  ...(['price_points', 'price_responses', 'intakes', 'valuations'] as const),
] as const;
export type LedgerName = (typeof LEDGER_NAMES)[number];

/** SQL ignores case in names, so `Orders` and `orders` are the same name here. */
export function nameDatasets(datasets: readonly Dataset[]): NamedDataset[] {
  const times = new Map<string, number>(LEDGER_NAMES.map((name) => [name, 1]));
  for (const { output } of datasets) times.set(folded(output), (times.get(folded(output)) ?? 0) + 1);
  return datasets.map((dataset) => {
    const isBare = times.get(folded(dataset.output)) === 1;
    return { ...dataset, isBare, name: isBare ? dataset.output : fullName(dataset) };
  });
}

export function fullName({ parser, output }: Pick<Dataset, 'parser' | 'output'>): string {
  return `${parser}.${output}`;
}

export function folded(name: string): string {
  return name.toLowerCase();
}
