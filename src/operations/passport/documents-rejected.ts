import type { DocumentProblem } from '../../passport/index.js';
import { CasparianError } from '../../platform/index.js';
import type { FolderDocument } from './passport-folder.js';

const MAX_REASONS = 20;

/** Why no facts can be read from documents. */
export function documentsRejected(
  rejected: readonly (readonly [Pick<FolderDocument, 'name'>, readonly DocumentProblem[]])[],
): CasparianError {
  const reasons = rejected.flatMap(([{ name }, problems]) => problems.map((one) => reasonText(name, one)));
  const shown = reasons.slice(0, MAX_REASONS);
  const more = reasons.length > shown.length ? [`… and ${reasons.length - shown.length} more`] : [];
  const names = rejected.map(([{ name }]) => name).join(', ');
  return new CasparianError('DOCUMENT_REJECTED', `No facts can be read from ${names}`, {
    why: [...shown, ...more].join('\n        '),
    next: ['Correct the document. A document is accepted or rejected as a whole.'],
  });
}

function reasonText(name: string, { message, pointer, line, column }: DocumentProblem): string {
  return `${name}:${line}:${column}: ${message}${pointer === undefined ? '' : ` (${pointer})`}`;
}
