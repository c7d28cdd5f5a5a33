import type { PublishedKey } from '../../../platform/index.js';
import { publishedKeyJson } from '../../../platform/signing/published-key-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { signingKeysOf } from './signing-session.js';

const COLUMNS: readonly Column<PublishedKey>[] = [
  { title: 'KEY ID', cell: ({ keyId }) => keyId },
  { title: 'STATE', cell: ({ retiredAt }) => (retiredAt === null ? 'signs' : `retired ${retiredAt.slice(0, 10)}`) },
  { title: 'ORIGIN', cell: ({ origin }) => origin },
  { title: 'CREATED', cell: ({ createdAt }) => createdAt.slice(0, 10) },
  { title: 'PUBLIC KEY', cell: ({ publicKey }) => publicKey },
];

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const keys = await (await signingKeysOf(invocation)).published();
  if (output.asJson) return output.json(keys.map(publishedKeyJson));
  if (keys.length === 0) return output.message('There is no key yet. Create one with: casparian keys signing create');
  output.print(renderTable(COLUMNS, keys, output.width));
}
