// The second entry of this module: everything that needs DuckDB, which takes a tenth of a second to load.
export { compactDataset, type Compaction, type CompactOptions } from './compact/compact-dataset.js';
export { type DatasetDescription, describeDataset } from './describe/describe-dataset.js';
export { type Exported, type ExportRequest, exportRows } from './export/export-rows.js';
export { type Lineage, type LineageRequest, type Origin, type Standing, traceRows } from './lineage/trace-rows.js';
export { type Query, type QueryRequest, withQuery } from './query/open-query.js';
export { selectDataset } from './query/select-dataset.js';
export { distinctNames, type RowBatch, type RowStream } from './values/rows.js';
export { type ValueText, valueText } from './values/value-text.js';
export { type TextFormat, textOfRows } from './values/write-rows.js';
