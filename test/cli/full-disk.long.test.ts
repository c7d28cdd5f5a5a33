import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const INSIDE = ['--map-root-user', '--mount', 'sh', '-c'];

const canMount = spawnSync('unshare', [...INSIDE, 'mount -t tmpfs none /mnt']).status === 0;
if (!canMount) console.warn('SKIPPED: a full disk needs a tmpfs in a mount namespace, which is not allowed here.');

/** Commands one after the other, with a home of 8 MB. Each prints its code, stdout and stderr as one text. */
async function onSmallDisk(folder: string, commands: readonly string[]): Promise<string[]> {
  const run = (command: string) => `(${command}) 2>&1; echo "exit $?"; printf '\\0'`;
  const script = [
    'mkdir -p "$CASPARIAN_HOME"',
    'mount -t tmpfs -o size=8m none "$CASPARIAN_HOME"',
    `casparian() { "${process.execPath}" "${MAIN}" "$@"; }`,
    ...commands.map(run),
  ].join('\n');
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CASPARIAN_HOME: join(folder, 'home'),
    CASPARIAN_SANDBOX: 'off',
  };
  const { stdout } = await promisify(execFile)('unshare', [...INSIDE, script], { cwd: folder, env });
  return stdout.split('\0').slice(0, -1);
}

test.skipIf(!canMount)('a full disk is named as the cause, once, and what works without writing works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'in'));
  // Does not compress: together they are larger than the disk.
  const lines = Array.from({ length: 100_000 }, () => randomBytes(32).toString('hex'));
  for (const name of ['a', 'b']) await writeFile(join(folder, 'in', `${name}.csv`), `hash\n${lines.join('\n')}\n`);
  const [, processed, ran, , again, task, query] = await onSmallDisk(folder, [
    'casparian scan in --auto',
    'casparian process',
    'casparian run in/a.csv in/b.csv --out "$CASPARIAN_HOME/out"',
    'cat /dev/zero > "$CASPARIAN_HOME/fill"',
    'casparian process',
    'casparian task submit -- true',
    'casparian query "select count(*) as files from files" --format csv',
  ]);
  const times = (text: string | undefined, what: RegExp) => text?.match(what)?.length;
  expect(times(processed, /OUTPUT_UNWRITABLE: Cannot write to .*: the disk is full\./g), processed).toBe(1);
  // The database may be on the full disk, too, for as long as the staged files are there.
  expect(times(processed, /The disk of the SQLite database is full/g) ?? 0, processed).toBeLessThanOrEqual(1);
  expect(ran).toMatch(/OUTPUT_UNWRITABLE.*: the disk is full\./);
  for (const text of [again, task]) {
    expect(text).toContain('Error [DATABASE_UNAVAILABLE]: The disk of the SQLite database is full\n');
    expect(text).toContain('exit 75\n');
  }
  expect(query).toBe('files\n2\nexit 0\n');
});
