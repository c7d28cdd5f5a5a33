// The other door of this module: what needs DuckDB, which takes a tenth of a second to load.
export { type Query, type QueryRequest, withQuery } from './query/open-query.js';
export { distinctNames, type RowBatch, type RowStream } from './values/rows.js';
export { type ValueText, valueText } from './values/value-text.js';
export { type TextFormat, textOfRows } from './values/write-rows.js';
