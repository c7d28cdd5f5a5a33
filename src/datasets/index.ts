export { LEDGER_NAMES, type LedgerName, type NamedDataset } from './catalog/dataset-names.js';
export { datasetNamed, namedDatasets } from './catalog/find-dataset.js';
