import type { NamedDataset } from '../catalog/dataset-names.js';
import { identifier } from '../duckdb/sql-text.js';

/** The statement that reads all of a dataset, whatever its name. */
export function selectDataset({ parser, output }: NamedDataset): string {
  return `SELECT * FROM ${identifier(parser)}.${identifier(output)}`;
}
