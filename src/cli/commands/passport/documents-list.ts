import { documentVersionJson, listDocumentVersions } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { DOCUMENTS } from './row-tables.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const none = 'There are no documents yet. Add one with: casparian passport documents add FILE --kind BOM';
  return printRows(invocation, {
    list: listDocumentVersions,
    json: documentVersionJson,
    columns: DOCUMENTS,
    table: 'cf_document_versions',
    none,
  });
}
