import type { DatasetProfile } from './profile/profile-dataset.js';

/** What the columns of a dataset contain. */
export interface DatasetProfileJson {
  readonly rows: number;
  readonly profiled_rows: number;
  /** Whether only some of the rows were looked at. */
  readonly sampled: boolean;
  readonly columns: readonly ColumnProfileJson[];
}

export interface ColumnProfileJson {
  readonly name: string;
  readonly type: string;
  readonly nulls: number;
  readonly distinct: number;
  readonly distinct_is_exact: boolean;
  readonly min: string | null;
  readonly max: string | null;
  readonly histogram: readonly number[] | null;
  readonly frequent: readonly { readonly value: string; readonly rows: number }[];
}

export function datasetProfileJson({ rows, profiledRows, columns }: DatasetProfile): DatasetProfileJson {
  return {
    ...{ rows, profiled_rows: profiledRows, sampled: profiledRows < rows },
    columns: columns.map(({ distinctIsExact, name, type, nulls, distinct, ...rest }) => ({
      ...{ name, type, nulls, distinct, distinct_is_exact: distinctIsExact },
      ...{ min: rest.min, max: rest.max, histogram: rest.histogram, frequent: rest.frequent },
    })),
  };
}
