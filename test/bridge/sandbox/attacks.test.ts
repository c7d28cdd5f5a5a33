import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { asUser, USERS } from './users.js';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const SECRET = `secret-${randomUUID()}`;

const ALLOWED: Readonly<Record<string, string>> = {
  'read its input': 'hello',
  'write to its temporary folder': 'written',
  'start programs': 'started',
  'use several processes': '3',
  'leave a daemon behind': 'tried',
};

describe.runIf(process.platform === 'linux').each(USERS)('a hostile parser in the sandbox, as $user', ({ uid }) => {
  let folder: string;
  let servers: Server[];
  let python: Map<string, string>;
  let node: Map<string, string>;
  const daemon = `daemon-${randomUUID()}`;
  let untouched: string[];

  beforeAll(async () => {
    // Not in the folder of the tests, which is in /dev/shm: that of a sandbox is writable.
    folder = mkdtempSync('/tmp/hostile-');
    chmodSync(folder, 0o777);
    servers = [];
    const port = await listening({ port: 0, host: '127.0.0.1' });
    const unixSocket = join(folder, 'database.sock');
    const abstractSocket = `casparian-${randomUUID()}`;
    await listening({ path: unixSocket });
    await listening({ path: `\0${abstractSocket}` });
    untouched = ['casparian.db', 'other.csv', 'other-bundle.py'].map((name) => join(folder, name));
    for (const path of [...untouched, unixSocket]) {
      if (path !== unixSocket) writeFileSync(path, SECRET);
      chmodSync(path, 0o666);
    }
    mkdirSync(join(folder, 'home'), { mode: 0o777 });
    chmodSync(join(folder, 'home'), 0o777);
    writeFileSync(
      join(folder, 'input.json'),
      JSON.stringify({
        ...{
          greeting: 'hello',
          secret: SECRET,
          database: untouched[0],
          other_input: untouched[1],
          other_bundle: untouched[2],
        },
        ...{ home: join(folder, 'home'), worker: process.pid, daemon, port },
        ...{ unix_socket: unixSocket, abstract_socket: abstractSocket },
      }),
    );
    [python, node] = (await Promise.all(['hostile.py', 'hostile.mjs'].map(attackWith))) as [
      Map<string, string>,
      Map<string, string>,
    ];
  }, 120_000);
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function listening(place: object): Promise<number> {
    const server = createServer((socket) => socket.destroy());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(place, resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** What each attack got. */
  async function attackWith(fixture: string): Promise<Map<string, string>> {
    const bundle = join(folder, `bundle-${fixture}`);
    mkdirSync(bundle);
    const parser = join(bundle, fixture);
    writeFileSync(parser, readFileSync(join(FIXTURES, fixture)));
    const out = join(folder, `out-${fixture}`);
    mkdirSync(out);
    for (const path of [bundle, out]) chmodSync(path, 0o777);
    const command = [
      process.execPath,
      MAIN,
      'run',
      '--sandbox',
      parser,
      join(folder, 'input.json'),
      '-f',
      'jsonl',
      '-o',
      out,
    ];
    const [program = '', ...args] = asUser(uid, command);
    const env = {
      PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
      CASPARIAN_TEST_SECRET: SECRET,
      HOME: join(folder, 'home'),
    };
    await promisify(execFile)(program, args, { env, cwd: folder });
    const lines = readFileSync(join(out, 'hostile.jsonl'), 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { attack: string; got: string });
    return new Map(rows.map(({ attack, got }) => [attack, got]));
  }

  test.each(Object.entries(ALLOWED))('can %s', (attack, got) => {
    expect(python.get(attack)).toBe(got);
    if (node.has(attack)) expect(node.get(attack)).toBe(got);
  });

  test.each(attacksIn('hostile.py'))('cannot %s', (attack) => {
    expect(python.get(attack)).toMatch(/^refused/);
  });

  test.each(attacksIn('hostile.mjs'))('cannot %s, in Node', (attack) => {
    expect(node.get(attack)).toMatch(/^refused/);
  });

  test('changes nothing outside of its temporary folder', () => {
    expect(untouched.map((path) => readFileSync(path, 'utf8'))).toEqual([SECRET, SECRET, SECRET]);
    expect(readdirSync(join(folder, 'home'))).toEqual([]);
  });

  test('leaves no process behind, not even after a double fork with a cleared environment', async () => {
    await waitUntil(() => !commandLines().some((line) => line.includes(daemon)), { for: 'the daemon to end' });
  });
});

/** The names of the attacks in a fixture. */
function attacksIn(fixture: string): string[] {
  const source = readFileSync(join(FIXTURES, fixture), 'utf8');
  const pattern = fixture.endsWith('.py') ? /^def (\w+)\(target\)/gm : /^ {2}'([^']+)': \(/gm;
  const names = [...source.matchAll(pattern)].map(([, name = '']) => name.replaceAll('_', ' '));
  return names.filter((name) => !Object.hasOwn(ALLOWED, name));
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
}
