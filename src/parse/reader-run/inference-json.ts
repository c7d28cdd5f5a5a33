import type { Drift, FileFormat, InferredColumn } from '../../tables/index.js';
import type { FileInference, InferredFiles } from './infer-files.js';

/** What was inferred from the rows of all files. */
export interface InferenceJson {
  readonly columns: readonly InferredColumnJson[];
  readonly rows: number;
  readonly whole: boolean;
  readonly dialect: DialectJson | null;
  readonly files: readonly FileInferenceJson[];
}

export interface InferredColumnJson extends Pick<
  InferredColumn,
  'name' | 'type' | 'nullable' | 'format' | 'nulls' | 'evidence' | 'alternatives' | 'misfits'
> {
  readonly decimal: string | null;
  readonly thousands: string | null;
}

export interface FileInferenceJson {
  readonly file: string;
  readonly format: FileFormat['kind'];
  readonly compression: FileFormat['compression'];
  readonly rows: number;
  readonly dialect: DialectJson;
  readonly drift: Drift | null;
  readonly notes: readonly string[];
}

/** A member that the format does not have is null. */
export interface DialectJson {
  readonly delimiter: string | null;
  readonly quote: string | null;
  readonly escape: string | null;
  readonly encoding: string | null;
  readonly header_lines: number | null;
  readonly preamble_lines: number | null;
  readonly line_end: string | null;
}

export function inferenceJson({ table, files }: InferredFiles): InferenceJson {
  return {
    columns: table.columns.map(columnJson),
    rows: table.rows,
    whole: table.isWhole,
    dialect: files[0] === undefined ? null : dialectJson(files[0].format),
    files: files.map(fileJson),
  };
}

export function columnJson(column: InferredColumn): InferredColumnJson {
  const { name, type, format, nullable, nulls, evidence, alternatives, misfits, numberStyle } = column;
  return {
    name,
    type,
    nullable,
    format,
    decimal: numberStyle?.decimal ?? null,
    thousands: numberStyle?.thousands ?? null,
    nulls,
    evidence,
    alternatives,
    misfits,
  };
}

function fileJson({ input, format, table, drift, notes, warnings }: FileInference): FileInferenceJson {
  return {
    file: input.name,
    format: format.kind,
    compression: format.compression,
    rows: table.rows,
    dialect: dialectJson(format),
    drift,
    notes: [...warnings, ...notes],
  };
}

export function dialectJson(format: FileFormat): DialectJson {
  const dialect = format.kind === 'delimited' ? format.dialect : null;
  const place = format.kind === 'fixed_width' ? format.layout : format.kind === 'excel' ? format.header : dialect;
  return {
    delimiter: dialect?.delimiter ?? null,
    quote: dialect?.quote ?? null,
    escape: dialect?.escape ?? null,
    encoding: 'encoding' in format ? format.encoding.name : null,
    header_lines: place?.headerLines ?? null,
    preamble_lines: place?.preambleLines ?? null,
    line_end: dialect?.lineEnd ?? null,
  };
}
