import type { DocumentVersionRecord } from '../../../passport/index.js';
import { printable } from '../../output/printable.js';
import { renderProperties } from '../../output/table.js';

/** A version of a document, with the reasons if it was rejected. */
export function documentText(version: DocumentVersionRecord): string {
  const { source, problems } = version;
  const place = source?.['file'] ?? source?.['url'];
  const head = renderProperties([
    ['version', version.id],
    ['document', `${version.documentId}, version ${version.version}`],
    ['kind', version.kind],
    ['state', version.status],
    ['facts', String(version.factCount ?? '–')],
    ['sha256', version.sha256],
    ...(typeof place === 'string' ? [['file', printable(place)] as const] : []),
  ]);
  if (problems.length === 0) return head;
  const reasons = problems.map(({ message, pointer, line, column }) =>
    printable(`  ${line}:${column}  ${message}${pointer === undefined ? '' : `  (${pointer})`}`),
  );
  return `${head}\n\nRejected, because:\n${reasons.join('\n')}`;
}
