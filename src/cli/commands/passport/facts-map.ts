import { configuredHome } from '../../../app/index.js';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { mapDatasetFacts } from '../../../operations/index.js';
import { documentVersionJson } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { documentText } from './document-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [path = ''] = args;
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  });
  const { version, isNew } = await withTenant(invocation, ({ database }, settings) =>
    mapDatasetFacts({
      ...{ database, write: (work) => database.transaction(work), outputs: configuredHome(settings) },
      mapping: { content, path: resolve(path), name: basename(path) },
    }),
  );
  if (output.asJson) return output.json(documentVersionJson(version));
  output.print(documentText(version));
  if (!isNew) output.message('Nothing has changed since these facts were made.');
}
