import type { FileFormat } from '../../../tables/index.js';
import type { FileInference, InferredFiles } from '../../../parse/index.js';

/** Scripts depend on these names: add, never change. */
export function inferenceJson({ table, files }: InferredFiles): object {
  return {
    columns: table.columns.map(
      ({ name, type, format, nullable, nulls, evidence, alternatives, misfits, numberStyle }) => ({
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
      }),
    ),
    rows: table.rows,
    whole: table.isWhole,
    dialect: files[0] === undefined ? null : dialectJson(files[0].format),
    files: files.map(fileJson),
  };
}

function fileJson({ input, format, table, drift, notes }: FileInference): object {
  return {
    file: input.name,
    format: format.kind,
    compression: format.compression,
    rows: table.rows,
    dialect: dialectJson(format),
    drift,
    notes,
  };
}

/** What a format does not have is null. */
function dialectJson(format: FileFormat): object {
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
