import { documentVersionNamed, snapshotNamed } from '../../../operations/index.js';
import { factJson, listFacts } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { FACTS } from './row-tables.js';

export interface FactsOptions extends ListOptions {
  type?: string;
  key?: string;
  document?: string;
  snapshot?: string;
}

export function run(invocation: Invocation<FactsOptions>): Promise<void> {
  const { type: factType, key: factKeyPrefix, document, snapshot } = invocation.options;
  return printRows(invocation, {
    list: async (database, page) => {
      const documentVersionId = document && (await documentVersionNamed(database, document)).id;
      const snapshotId = snapshot && (await snapshotNamed(database, snapshot)).id;
      return listFacts(database, { ...page, factType, factKeyPrefix, documentVersionId, snapshotId });
    },
    json: factJson,
    columns: FACTS,
    table: 'cf_facts',
    none: 'There are no such facts.',
  });
}
