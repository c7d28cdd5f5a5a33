import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventHash, eventIdOf } from '../../src/events/log/event-hash.js';
import { GrowingTree, leafHash } from '../../src/events/tree/merkle-tree.js';
import { isAuthentic, signTreeHead } from '../../src/events/tree/tree-head.js';
import { cjsonText, sha256Hex } from '../../src/platform/index.js';
import { readSigningKey } from '../../src/platform/signing/signing-key.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(join(ROOT, 'docs/reference/events.md'), 'utf8');

/** The value of a row of the tables with test vectors. */
function vector(name: string): string {
  return new RegExp(`^\\| \`?${name}\`? \\| \`(.+)\` \\|$`, 'm').exec(page)?.[1] ?? '';
}

test('the vectors of the reference page are right', async () => {
  const payload = vector('payload');
  expect(sha256Hex(cjsonText(JSON.parse(payload)))).toBe(vector('payload_hash'));
  const header = /^\{"actor_id".*\}$/m.exec(page)?.[0] ?? '';
  expect(cjsonText(JSON.parse(header))).toBe(header);
  expect(sha256Hex(header)).toBe(vector('event_hash'));
  const members = JSON.parse(header) as Record<string, string>;
  const occurredAt = members['occurred_at']!;
  const hash = eventHash({
    ...{
      tenant: members['tenant_id']!,
      aggregateType: members['aggregate_type']!,
      aggregateId: members['aggregate_id']!,
    },
    ...{ aggregateVersion: 1, eventType: members['event_type']!, occurredAt, actor: members['actor_id']! },
    ...{ payloadHash: vector('payload_hash'), prevEventHash: null },
  });
  expect(hash).toBe(vector('event_hash'));
  expect(eventIdOf(occurredAt, hash)).toBe(vector('event_id'));

  const tree = new GrowingTree();
  tree.add(leafHash(Buffer.from(hash, 'hex')));
  expect(tree.root().toString('hex')).toBe(vector('root_hash'));
  const key = readSigningKey(Buffer.alloc(32, 7).toString('base64'));
  const unsigned = { tenant: 'default', treeSize: 1, rootHash: vector('root_hash'), signedAt: vector('signed_at') };
  const head = await signTreeHead(unsigned, key);
  expect([head.publicKey, head.keyId, head.signature]).toEqual([
    ...[vector('public_key'), vector('key_id'), vector('signature')],
  ]);
  expect(isAuthentic(head)).toBe(true);
});

test('the reference page lists every type of event that the code records', async () => {
  const files = await readdir(join(ROOT, 'src'), { recursive: true });
  const types = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const code = await readFile(join(ROOT, 'src', file), 'utf8');
    for (const [, type] of code.matchAll(/(?:eventType: |recordOf\(|ofQueue\(name, |recordContract\(tx, )'([^']+)'/g))
      types.add(type!);
  }
  expect(types.size).toBeGreaterThan(20);
  for (const type of types) expect(page).toContain(`\`${type}\``);
});
