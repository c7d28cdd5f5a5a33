import { isoTime } from '../../platform/index.js';
import { entryJson } from '../quarantine/entry-json.js';
import type { InspectedRow } from './inspect-row.js';

/** A quarantined row with its errors, contract and corrections, as one line of JSON. `raw` is copied unchanged. */
export function inspectedRowJson({ entry, columns, corrections }: InspectedRow): string {
  const { parser, fileId, errors, resolvedBy, reason, createdAt, resolvedAt } = entry;
  const more = JSON.stringify({
    ...{ parser, file_id: fileId },
    errors: errors.map(({ column, type, message }) => ({ column, error_type: type, error_message: message })),
    ...{ resolved_by: resolvedBy, reason, created_at: isoTime(createdAt), resolved_at: isoTime(resolvedAt) },
    ...{ columns, corrections },
  });
  return `${more.slice(0, -1)},${entryJson(entry).slice(1)}`;
}
