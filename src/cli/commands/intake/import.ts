import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configuredRowReaders } from '../../../app/index.js';
import { importIntakes } from '../../../collect/index.js';
import { intakeOfRow } from '../../../operations/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const [file = ''] = args;
  const imported = await withTenant(invocation, async ({ database }, settings) => {
    const readers = configuredRowReaders(settings);
    try {
      const request = { url: pathToFileURL(resolve(file)).href, signal: new AbortController().signal };
      const rows = await readers.readFeed(await contentOf(file), request);
      return await importIntakes(database, rows.map(intakeOfRow));
    } finally {
      await readers.close();
    }
  });
  if (output.asJson) return output.json(imported);
  output.message(`${imported.added} items added, ${imported.known} were known.`);
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', `${file} cannot be read`, { why: errorMessage(error), cause: error });
  }
}
