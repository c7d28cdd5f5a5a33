import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { casparianBatch, casparianJson } from './casparian.js';
import { temporaryFolder } from './store.js';

interface Key {
  key_id: string;
  status: string;
  public_key: string;
  public_key_pem: string;
  origin: string;
}

async function newHome(): Promise<Record<string, string>> {
  const folder = await temporaryFolder((step) => onTestFinished(step));
  return { CASPARIAN_HOME: join(folder, 'home') };
}

test('a key is created, shown as PEM, rotated and listed', async () => {
  const env = await newHome();
  const [none, created, again, rotated, shown, old, missing, list] = await casparianBatch(
    [
      ['keys', 'signing', 'show'],
      ['keys', 'signing', 'create', '--id', 'maker-2027'],
      ['keys', 'signing', 'create'],
      ['keys', 'signing', 'rotate', '--id', 'maker-2028'],
      ['keys', 'signing', 'show'],
      ['keys', 'signing', 'show', 'maker-2027', '--json'],
      ['keys', 'signing', 'show', 'nothing'],
      ['keys', 'signing', 'list'],
    ],
    { env },
  );
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('casparian keys signing create') as string });
  expect(created!.stdout).toMatch(/^key id +maker-2027\npublic key +[A-Za-z0-9+/]{43}=\n$/);
  expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining('SIGNING_KEY_EXISTS') as string });
  expect(rotated).toMatchObject({ code: 0, stderr: expect.stringContaining('maker-2027 is retired') as string });
  expect(shown!.stdout).toMatch(/^-----BEGIN PUBLIC KEY-----\n\S{60}\n-----END PUBLIC KEY-----\n$/);
  expect(JSON.parse(old!.stdout)).toMatchObject({ key_id: 'maker-2027', status: 'retired', origin: 'created' });
  expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('SIGNING_KEY_NOT_FOUND') as string });
  expect(list!.stdout).toMatch(/maker-2027 +retired .*\nmaker-2028 +signs /);
});

test('a key from the environment is listed and not rotated', async () => {
  const env = {
    ...(await newHome()),
    BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64: Buffer.alloc(32, 7).toString('base64'),
    BPC_SIGNING_KEY_ID: 'dev-key-1',
  };
  const { json } = await casparianJson<Key[]>(['keys', 'signing', 'list'], { env });
  expect(json).toMatchObject([
    {
      key_id: 'dev-key-1',
      status: 'current',
      origin: 'configured',
      public_key: '6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=',
    },
  ]);
  const { code, json: failure } = await casparianJson(['keys', 'signing', 'rotate'], { env });
  expect([code, failure]).toMatchObject([3, { error: { code: 'SIGNING_KEY_EXISTS' } }]);
  const twice = { ...env, CASPARIAN_SIGNING_KEY_FILE: '/some/file' };
  const { code: usage, json: conflict } = await casparianJson(['keys', 'signing', 'list'], { env: twice });
  expect([usage, conflict]).toMatchObject([2, { error: { code: 'CONFIG_INVALID' } }]);
});

test('tree heads that were signed before a rotation stay valid', async () => {
  const env = await newHome();
  const [, , , , , verified] = await casparianBatch(
    [
      ['queue', 'pause', 'a'],
      ['events', 'seal'],
      ['keys', 'signing', 'rotate', '--id', 'second'],
      ['queue', 'pause', 'b'],
      ['events', 'seal'],
      ['events', 'verify'],
    ],
    { env },
  );
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('2 tree heads verified') as string });
});

test('the doctor reports a development key', async () => {
  const env = await newHome();
  const [, , before] = await casparianBatch(
    [
      ['queue', 'pause', 'a'],
      ['events', 'seal'],
      ['doctor', '--json'],
    ],
    { env },
  );
  const find = (text: string): unknown =>
    (JSON.parse(text) as { check: string }[]).find(({ check }) => check === 'signing key');
  expect(find(before!.stdout)).toMatchObject({ status: 'warning', next: ['Create it: casparian keys signing create'] });
  const [, after] = await casparianBatch(
    [
      ['keys', 'signing', 'create'],
      ['doctor', '--json'],
    ],
    { env },
  );
  expect(find(after!.stdout)).toMatchObject({ status: 'ok' });
});

test('who created and rotated a key is in the event log; a machine without a database still gets its key', async () => {
  const env = await newHome();
  const [, , events, offline] = await casparianBatch(
    [
      ['keys', 'signing', 'create', '--id', 'maker-1'],
      ['keys', 'signing', 'rotate', '--id', 'maker-2'],
      ['events', 'list', '--json'],
      ['keys', 'signing', 'rotate', '--id', 'maker-3', '--db', 'postgres://nobody@127.0.0.1:1/none'],
    ],
    { env: { ...env, CASPARIAN_ACTOR: 'alice' } },
  );
  const recorded = (
    JSON.parse(events!.stdout) as { event_type: string; actor: string; payload: object }[]
  ).toReversed();
  expect(recorded).toMatchObject([
    { event_type: 'signing.key.created', aggregate_id: 'maker-1', actor: 'alice' },
    { event_type: 'signing.key.rotated', aggregate_id: 'maker-2', payload: { retired_key_id: 'maker-1' } },
  ]);
  expect(offline).toMatchObject({ code: 0, stdout: expect.stringContaining('maker-3') as string });
  expect(offline!.stderr).toContain('Warning: The event log does not have this change: PostgreSQL cannot be reached');
});
