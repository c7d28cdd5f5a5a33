import { addSource, type SourceKind } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import { withTenant } from '../../session.js';
import { givenFields, type SourceFlags } from './given-source.js';
import { printSource } from './source-text.js';

export async function run(invocation: Invocation<SourceFlags & { kind: SourceKind; url: string }>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const fields = await givenFields(options);
  await withTenant(invocation, async ({ database }, { allow_private_addresses: allowPrivate }) => {
    const added = await addSource(
      database,
      name,
      { ...fields, kind: options.kind, url: options.url },
      { allowPrivate },
    );
    await printSource(output, database, added);
  });
}
