import { entryJson } from './entry-json.js';
import type { QuarantineGroup } from './groups.js';

/** A group as one line of JSON. Built as text, because the raw row of its example must not change. */
export function groupJson({ parser, output, column, errorType, rows, messages, example }: QuarantineGroup): string {
  const head = JSON.stringify({ parser, output, column, error_type: errorType, rows, messages });
  return `${head.slice(0, -1)},"example":${entryJson(example)}}`;
}
