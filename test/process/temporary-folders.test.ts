import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../src/process/index.js';
import { bundled } from '../services/bundled.js';
import { waitUntil } from '../services/wait-until.js';
import { fixturePath } from './programs.js';

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'parent-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

/** A process that has a temporary folder in `parent`. */
async function startHost(parent: string) {
  const host = spawn(process.execPath, [await bundled(fixturePath('keeps-a-temporary-folder.ts')), parent]);
  onTestFinished(() => void host.kill('SIGKILL'));
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  return { host, folder: line.toString().trim() };
}

test('the folder of a killed host is removed by the next one, that of a running host is not', async () => {
  const parent = parentFolder();
  const [killed, running] = [await startHost(parent), await startHost(parent)];
  mkdirSync(join(killed.folder, '1'));
  writeFileSync(join(killed.folder, '1', 'left'), '');
  const exited = once(killed.host, 'exit');
  killed.host.kill('SIGKILL');
  await exited;
  expect(existsSync(killed.folder)).toBe(true);
  const own = makeTemporaryFolder('runs-', parent);
  await waitUntil(() => !existsSync(killed.folder), { for: 'the folder to be removed' });
  expect(readdirSync(parent).sort()).toEqual([basename(running.folder), basename(own)].sort());
});

test('folders of other machines and other names stay', async () => {
  const parent = parentFolder();
  const ended = spawn('true');
  await once(ended, 'exit');
  const own = basename(makeTemporaryFolder('', parentFolder())).replace(String(process.pid), String(ended.pid));
  const names = [own.replace(/-[0-9a-f]{8}-/, '-00000000-'), `my-${own}`, 'casparian-demo-aB3dE6'];
  for (const name of [own, ...names]) mkdirSync(join(parent, name));
  makeTemporaryFolder('task-', parent);
  await waitUntil(() => !existsSync(join(parent, own)), { for: 'the folder to be removed' });
  expect(readdirSync(parent)).toEqual(expect.arrayContaining(names));
});

test.skipIf(process.platform === 'win32')('no other user can enter the folder', () => {
  expect(statSync(makeTemporaryFolder('', parentFolder())).mode & 0o777).toBe(0o700);
});
