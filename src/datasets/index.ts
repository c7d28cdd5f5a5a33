export { LEDGER_NAMES, type NamedDataset } from './catalog/dataset-names.js';
export { datasetNamed, namedDatasets, unknownDataset } from './catalog/find-dataset.js';
export { isPublished } from './delta/log/log-names.js';
export { extensionPath } from './extensions/extension-path.js';
export {
  DUCKDB_VERSION,
  duckDbPlatform,
  EXTENSION_NAMES,
  type ExtensionName,
  expectedHash,
} from './extensions/known-extensions.js';
export { type OutputsFolder } from './catalog/placed-outputs.js';
export { type ExportFormat, exportFormat } from './export/export-format.js';
export { withStagedFile } from './export/staged-file.js';
export { sha256OfFile } from './verify/sha256-of-file.js';
export { damageOf, type DamagedOutput, type Verification, verifyOutputs } from './verify/verify-outputs.js';
