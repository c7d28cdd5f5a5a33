// The second entry of this module: everything that needs DuckDB, which takes a tenth of a second to load.
export { compactDataset, type Compaction } from './compact/compact-dataset.js';
export { publishedRetention } from './delta/retained-files.js';
export { type Publication, publishDelta } from './delta/publish-delta.js';
export { type DatasetDescription, describeDataset } from './describe/describe-dataset.js';
export { queryTables } from './describe/query-tables.js';
export { identifier } from './duckdb/sql-text.js';
export { exportRows } from './export/export-rows.js';
export { type Lineage, type Origin, type Standing, traceRows } from './lineage/trace-rows.js';
export { loadDataset, type LoadReport } from './load/load-dataset.js';
export { type ColumnProfile, type DatasetProfile, profileDataset } from './profile/profile-dataset.js';
export { type Query, type QueryRequest, withQuery } from './query/open-query.js';
export { selectDataset } from './query/select-dataset.js';
export { columnsOf } from './values/rows.js';
export { valueText } from './values/value-text.js';
export { textOfRows } from './values/write-rows.js';
