import { editSource, findSource } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import { withTenant } from '../../session.js';
import { givenFields, type SourceFlags } from './given-source.js';
import { printSource } from './source-text.js';

export async function run(
  invocation: Invocation<SourceFlags & { enable?: boolean; disable?: boolean }>,
): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  await withTenant(invocation, async ({ database }, { allow_private_addresses: allowPrivate }) => {
    const { source } = await findSource(database, name);
    const enabled = options.disable ? false : options.enable;
    const fields = await givenFields(options, source.options);
    const change = { ...fields, ...(enabled === undefined ? {} : { enabled }) };
    await printSource(output, database, await editSource(database, name, change, { allowPrivate }));
  });
}
