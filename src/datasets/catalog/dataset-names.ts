import type { Dataset } from '../../pipeline/index.js';

/** A dataset and what it is called in SQL. */
export interface NamedDataset extends Dataset {
  /** Its output's name; with the parser's in front when that alone would not say which one is meant. */
  readonly name: string;
  /** Whether the name is the output's alone. */
  readonly isBare: boolean;
}

/** Tables of the ledger. A dataset of such a name is reached through its parser's. */
export const LEDGER_NAMES = ['quarantine', 'jobs', 'files'] as const;
export type LedgerName = (typeof LEDGER_NAMES)[number];

/** SQL does not tell `Orders` from `orders`, so they are the same name here. */
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
