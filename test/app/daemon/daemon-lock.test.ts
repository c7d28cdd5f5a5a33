import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeDaemonLock } from '../../../src/app/daemon/daemon-lock.js';
import { temporaryFolder } from '../../cli/store.js';

test('a home has one daemon, which a second learns about with its process id', async () => {
  const home = await temporaryFolder();
  const first = takeDaemonLock(home, undefined);
  expect(first.hasPredecessor).toBe(false);
  const record = JSON.parse(await readFile(join(home, 'daemon.json'), 'utf8')) as object;
  expect(record).toMatchObject({ pid: process.pid, worker_id: first.workerId, host: hostname() });
  expect(() => takeDaemonLock(home, undefined)).toThrow(
    expect.objectContaining({
      code: 'DAEMON_RUNNING',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`) as string,
      next: expect.arrayContaining([`Stop it first: kill ${process.pid}`]) as string[],
    }),
  );
  const elsewhere = takeDaemonLock(await temporaryFolder(), undefined);
  expect(elsewhere.workerId).not.toBe(first.workerId);
  elsewhere.release();
  first.release();
});

test('the next daemon goes by the name of the one before it, unless it is given one', async () => {
  const home = await temporaryFolder();
  const first = takeDaemonLock(home, undefined);
  first.release();
  const second = takeDaemonLock(home, undefined);
  expect(second).toMatchObject({ workerId: first.workerId, hasPredecessor: true });
  second.release();
  const named = takeDaemonLock(home, 'ours');
  expect(named).toMatchObject({ workerId: 'ours', hasPredecessor: false });
  named.release();
  expect(takeDaemonLock(home, 'ours').hasPredecessor).toBe(true);
});
