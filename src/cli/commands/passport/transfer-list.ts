import { passportNamed } from '../../../operations/index.js';
import { listTransfers, transferJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const [name] = invocation.args;
  return printRows(invocation, {
    list: async (database, page) => {
      const passportId = name === undefined ? undefined : (await passportNamed(database, name)).id;
      return listTransfers(database, { ...page, passportId });
    },
    json: transferJson,
    columns: [
      { title: 'ID', cell: ({ id }) => id },
      { title: 'STATE', cell: ({ status }) => status },
      { title: 'OPERATOR', cell: ({ operator }) => `${operator.name} (${operator.identifier})` },
      { title: 'EXPIRES', cell: ({ expiresAt }) => expiresAt.slice(0, 10) },
      { title: 'PASSPORT', cell: ({ passportId }) => passportId },
    ],
    table: 'cf_passport_transfers',
    none: 'No battery was offered to another operator.',
  });
}
