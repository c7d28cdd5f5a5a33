import { passportNamed } from '../../../operations/index.js';
import { listPassportVersions, passportVersionJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { VERSIONS } from './row-tables.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const [name] = invocation.args;
  return printRows(invocation, {
    list: async (database, page) => {
      const passportId = name === undefined ? undefined : (await passportNamed(database, name)).id;
      return listPassportVersions(database, { ...page, passportId });
    },
    json: passportVersionJson,
    columns: VERSIONS,
    table: 'cf_passport_versions',
    none: 'There are no passports yet. Build one with: casparian passport build FOLDER',
  });
}
