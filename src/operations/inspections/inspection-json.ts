import { columnJson, dialectJson } from '../../parse/reader-run/inference-json.js';
import { isoTime } from '../../platform/index.js';
import type { Inspection } from './inspect-upload.js';

const SHOWN_PROBLEMS = 20;

/** Everything but the rows, which are JSON already. */
export function inspectionJson(inspection: Inspection) {
  const { file, reading, table, accounting, skipped, badRows, lines, encodings, sampledBytes, contract } = inspection;
  return {
    ...{ id: file.id, name: file.name, size_bytes: file.bytes, expires_at: isoTime(file.expiresAt) },
    ...{ sampled_bytes: sampledBytes, format: reading.format.kind, compression: reading.format.compression },
    ...{ dialect: dialectJson(reading.format), encodings },
    columns: table.columns.map(columnJson),
    ...{ rows: table.rows, accounting, notes: [...reading.warnings, ...reading.notes] },
    skipped: skipped.map(({ line, kind, reason }) => ({ line, kind, reason })),
    problems: badRows
      .slice(0, SHOWN_PROBLEMS)
      .map(({ rowNumber, column, message }) => ({ row: rowNumber, column, message })),
    lines: lines === null ? null : lines.lines.map(({ text }, at) => ({ line: lines.first + at, text })),
    contract: JSON.parse(contract) as unknown,
  };
}
