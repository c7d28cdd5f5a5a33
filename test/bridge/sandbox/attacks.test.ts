import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { asUser, USERS, withoutNamespaces } from './users.js';

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

/** What Landlock and seccomp alone do not contain, or do not offer. */
const WITHOUT_NAMESPACES: Readonly<Record<string, RegExp>> = {
  'see whether the database exists': /^\d+$/,
  'use several processes': /^refused/,
};

const WAYS = [
  ...USERS.map((user) => ({ ...user, how: 'casparian run', hasNamespaces: true })),
  ...USERS.map((user) => ({ ...user, how: 'a worker', hasNamespaces: true })),
  ...USERS.map((user) => ({ ...user, how: 'a worker in a container without namespaces', hasNamespaces: false })),
];

describe.runIf(process.platform === 'linux').each(WAYS)('a hostile parser of $how, as $user', (way) => {
  const { uid, how, hasNamespaces } = way;
  let folder: string;
  let servers: Server[];
  let python: Map<string, string>;
  let node: Map<string, string>;
  const daemon = `daemon-${randomUUID()}`;
  let untouched: string[];
  let shared: { memory: string; queue: string };

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
    for (const name of ['home', 'inputs']) {
      mkdirSync(join(folder, name));
      chmodSync(join(folder, name), 0o777);
    }
    shared = { memory: sharedBy(uid, '-M', '4096'), queue: sharedBy(uid, '-Q') };
    writeFileSync(
      join(folder, 'inputs', 'input.json'),
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
        ...{ shared_memory: Number(shared.memory), message_queue: Number(shared.queue) },
      }),
      { mode: 0o666 },
    );
    // A file of the user that attacks it.
    if (uid !== process.getuid?.()) chownSync(join(folder, 'inputs', 'input.json'), uid, uid);
    await attack();
    [python, node] = [resultsOf('hostile-python'), resultsOf('hostile-node')];
  }, 120_000);
  afterAll(() => {
    for (const server of servers) server.close();
    execFileSync('ipcrm', ['-m', shared.memory, '-q', shared.queue]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function listening(place: object): Promise<number> {
    const server = createServer((socket) => socket.destroy());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(place, resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async function attack(): Promise<void> {
    const parsers = ['hostile.py', 'hostile.mjs'].map((fixture) => join(folder, `bundle-${fixture}`, fixture));
    for (const parser of parsers) {
      mkdirSync(dirname(parser));
      copyFileSync(join(FIXTURES, basename(parser)), parser);
    }
    const work = join(folder, 'work');
    mkdirSync(work);
    for (const path of [work, ...parsers.map((parser) => dirname(parser))]) chmodSync(path, 0o777);
    const env = {
      PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
      ...{ CASPARIAN_TEST_SECRET: SECRET, HOME: join(folder, 'home'), CASPARIAN_HOME: work },
      ...{ CASPARIAN_SANDBOX: 'require', CASPARIAN_OUTPUT_FORMAT: 'jsonl' },
    };
    const casparian = (...args: string[]) => {
      const command = [process.execPath, MAIN, ...args];
      const [program = '', ...rest] = asUser(uid, hasNamespaces ? command : withoutNamespaces(command));
      return promisify(execFile)(program, rest, { env, cwd: folder });
    };
    const inputs = join(folder, 'inputs');
    if (how === 'casparian run') {
      const rest = [join(inputs, 'input.json'), '-f', 'jsonl', '-o', join(work, 'output')];
      await Promise.all(parsers.map((parser) => casparian('run', '--sandbox', parser, ...rest)));
    } else {
      for (const parser of parsers) await casparian('parser', 'register', parser);
      await casparian('scan', inputs, '--tag', 'hostile');
      await casparian('process');
    }
  }

  /** What each attack of a parser got. */
  function resultsOf(parser: string): Map<string, string> {
    const output = join(folder, 'work', 'output');
    const files = readdirSync(output, { recursive: true, encoding: 'utf8' });
    const file = files.find((name) => name.includes(parser) && name.endsWith('.jsonl')) ?? '';
    const lines = readFileSync(join(output, file), 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { attack: string; got: string });
    return new Map(rows.map(({ attack, got }) => [attack, got]));
  }

  test.each(Object.entries(ALLOWED))('can %s', (attack, got) => {
    const expected = hasNamespaces ? got : (WITHOUT_NAMESPACES[attack] ?? got);
    for (const results of [python, node].filter((each) => each.has(attack)))
      expect(results.get(attack)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  test.each(attacksIn('hostile.py'))('cannot %s', (attack) => {
    const known = hasNamespaces ? undefined : WITHOUT_NAMESPACES[attack];
    expect(python.get(attack)).toMatch(known ?? /^refused/);
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

/** The number of a new shared memory or message queue of this user. */
function sharedBy(uid: number, ...kind: string[]): string {
  const [program = '', ...args] = asUser(uid, ['ipcmk', ...kind]);
  return /\d+/.exec(execFileSync(program, args, { encoding: 'utf8' }))?.[0] ?? '';
}

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
