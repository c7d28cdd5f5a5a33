import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casparian } from '../../cli/casparian.js';
import { unprivilegedUser } from '../../services/unprivileged-user.js';
import { LINES, MAIN } from '../command-line.js';
import { BARE_PYTHON, createPlace, type Place } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

test('an input that begins with a dash comes after --', async () => {
  await place.file('script.py', LINES);
  await place.file('-o.csv', 'a\n');
  const { code, stdout } = await casparian(
    ['run', '--json', '--python', BARE_PYTHON, '--out', 'out', '--', 'script.py', '-o.csv'],
    { cwd: place.folder },
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', input: '-o.csv', rows_in: 1 });
});

test('an input whose name is not UTF-8 is found by its bytes', async () => {
  await place.file(
    'script.py',
    `import os\n\ndef parse(path):\n    return [{'name': os.fsencode(os.path.basename(path)).hex(), 'text': open(path).read()}]\n`,
  );
  // Node cannot hand on such a name, so Python makes the file and becomes the CLI.
  const launcher = await place.file(
    'launch.py',
    `import os, sys\nos.chdir(${JSON.stringify(place.folder)})\nname = b'caf\\xe9 \\xff.csv'\nopen(name, 'w').write('found')\nos.execv(${JSON.stringify(process.execPath)}, [b'node', ${JSON.stringify(MAIN)}, b'run', b'--json', b'--format', b'jsonl', b'--python', sys.executable, b'--out', b'out', b'script.py', name])\n`,
  );
  const child = spawn(BARE_PYTHON, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  await once(child, 'close');
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', input: 'caf\\xe9 \\xff.csv' });
  const row = JSON.parse(await readFile(join(place.out, 'script.jsonl'), 'utf8')) as object;
  expect(row).toMatchObject({ name: Buffer.from('caf\xe9 \xff.csv', 'latin1').toString('hex'), text: 'found' });
});

test('a file one may not read is refused before anything runs', async () => {
  await place.file('script.py', LINES);
  const secret = await place.file('secret.csv', 'a\n');
  await chmod(place.folder, 0o755);
  await chmod(secret, 0o000);
  // Root reads everything, so it lets somebody else ask.
  const child = spawn(process.execPath, [MAIN, 'run', '--json', 'script.py', 'secret.csv'], {
    cwd: place.folder,
    env: { ...process.env, HOME: '/' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...unprivilegedUser('nobody'),
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'INPUT_UNREADABLE', why: 'You have no permission to read it.' },
  });
});
