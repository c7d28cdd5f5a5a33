import { entryJson } from '../../../pipeline/quarantine/entry-json.js';
import type { QuarantineGroup } from '../../../pipeline/quarantine/groups.js';

/** The groups for scripts. An example's raw row goes out as it came in, so it is put in as text. */
export function groupsJson(groups: readonly QuarantineGroup[]): string {
  return `[${groups.map(groupJson).join(',\n')}]`;
}

function groupJson({ parser, output, column, errorType, rows, messages, example }: QuarantineGroup): string {
  const head = JSON.stringify({ parser, output, column, error_type: errorType, rows, messages });
  return `${head.slice(0, -1)},"example":${entryJson(example)}}`;
}
