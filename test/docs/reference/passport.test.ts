import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyBundle } from '../../../src/passport/bundle/verify-bundle.js';
import { pageText } from '../staging/page.js';

test('the vectors of the passport page are those of the golden file', async () => {
  const page = (await pageText('docs/reference/passport.md')).replaceAll('\\|', '|');
  const golden = JSON.parse(
    readFileSync(new URL('../../passport/golden/empty.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
  const shown = ['payload_hash', 'receipt_hash', 'signature', 'qr_payload', 'proof_root_hash'].map(
    (name) => golden[name]!,
  );
  const texts = ['snapshot', 'payload', 'proof', 'receipt'].map((name) => Buffer.from(golden[name]!, 'hex').toString());
  const { public_key: publicKey } = JSON.parse(Buffer.from(golden['bundle']!, 'hex').toString()) as {
    public_key: string;
  };
  for (const value of [...shown, ...texts, publicKey]) expect(page).toContain(`\`${value}\``);
});

test('the passport page lists every check', async () => {
  const page = await pageText('docs/reference/passport.md');
  const golden = JSON.parse(readFileSync(new URL('../../passport/golden/empty.json', import.meta.url), 'utf8')) as {
    bundle: string;
  };
  const { checks } = verifyBundle(Buffer.from(golden.bundle, 'hex'), { publicKey: Buffer.alloc(32) });
  for (const { name } of checks) expect(page).toContain(`\`${name}\``);
});
