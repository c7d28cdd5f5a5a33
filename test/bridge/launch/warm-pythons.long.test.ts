import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { pythonWith } from '../../parse/python-environments.js';
import { createWarmPlace } from './warm-place.js';

const PANDAS = pythonWith('pandas-3') ?? pythonWith('pandas-2');
const POLARS = pythonWith('polars');

const WHO_STARTED_IT = `import os\ndef parse(path):\n    return [{'parent': os.getppid()}]\n`;

describe.runIf(process.platform === 'linux')('a warm Python', () => {
  test('gives what a fresh one gives, to the byte', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`def parse(path):\n    return [{'line': line} for line in open(path)]\n`);
    const [warm, fresh] = [await place.run(parser), await place.runFresh(parser)];
    expect(warm.outputs).toMatchObject([{ rows: 2, sha256: fresh.outputs[0]?.sha256, bytes: fresh.outputs[0]?.bytes }]);
    expect(place.servers()).toHaveLength(1);
  });

  test.runIf(PANDAS !== undefined)('gives the same tables too, though pandas was loaded before the fork', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`import pandas\ndef parse(path):\n    return pandas.read_csv(path)\n`);
    const options = { python: PANDAS ?? '', imports: ['pandas'], format: 'parquet' as const };
    const [warm, fresh] = [await place.run(parser, options), await place.runFresh(parser, options)];
    expect(warm.failure).toBeNull();
    expect(warm.outputs[0]?.sha256).toBe(fresh.outputs[0]?.sha256);
    expect(place.servers()).toHaveLength(1);
  });

  test.runIf(POLARS !== undefined)('gives the tables of polars, whose threads no fork survives', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`import polars\ndef parse(path):\n    return polars.read_csv(path)\n`);
    const options = { python: POLARS ?? '', imports: ['polars'], format: 'parquet' as const };
    const runs = [await place.run(parser, options), await place.run(parser, options)];
    const fresh = await place.runFresh(parser, options);
    expect(runs.map(({ failure }) => failure)).toEqual([null, null]);
    expect(runs.map(({ outputs }) => outputs[0]?.sha256)).toEqual(Array(2).fill(fresh.outputs[0]?.sha256));
  });

  test.runIf(PANDAS !== undefined)('gives each parser its own random numbers of numpy', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(
      `import numpy\ndef parse(path):\n    return [{'random': numpy.random.random(), 'gauss': numpy.random.normal()}]\n`,
    );
    const options = { python: PANDAS ?? '', imports: ['numpy'] };
    const runs = [await place.run(parser, options), await place.run(parser, options)];
    expect(runs.map(({ failure }) => failure)).toEqual([null, null]);
    const numbers = runs.flatMap(({ rows }) => [rows[0]?.['random'], rows[0]?.['gauss']]);
    expect(new Set(numbers).size).toBe(4);
  });

  test('gives a parser one thread, as Python wants it of a process that forks', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(
      `import os\ndef parse(path):\n    return [{'threads': len(os.listdir('/proc/self/task'))}]\n`,
    );
    const { rows } = await place.run(parser);
    expect(rows).toMatchObject([{ threads: 1 }]);
  });

  test('lets nothing of one parser reach the next', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(
      `
import builtins, os, random, signal, sys
import helper

def open_files():
    # The fork server uses ctypes, whose libffi may keep its own file open. A shell may have left high numbers open.
    paths = [f'/proc/self/fd/{each}' for each in os.listdir('/proc/self/fd') if int(each) < 100]
    return len([path for path in paths if 'libffi' not in os.path.realpath(path)])

def parse(path):
    row = {
        'count': getattr(builtins, 'count', 0), 'cwd': os.getcwd(), 'left': os.environ.get('LEFT'),
        'path': len(sys.path), 'umask': os.umask(0o077), 'helper': helper.value, 'argv': sys.argv[1:],
        'handlers': [str(signal.getsignal(each)) for each in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT)],
        'files': open_files(), 'leads': os.getpgrp() == os.getpid(), 'stdin': sys.stdin.read(),
        'name': __name__,
    }
    builtins.count, helper.value, os.environ['LEFT'] = 1, 'changed', 'changed'
    os.chdir('/')
    sys.path.append('/nowhere')
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return [{**row, 'random': random.random()}]
`,
      { 'helper.py': "value = 'first'\n" },
    );
    const options = { imports: ['random', 'signal'] };
    const rows = [await place.run(parser, options), await place.run(parser, options), await place.runFresh(parser)].map(
      (run) => run.rows[0] ?? {},
    );
    const state = rows.map(({ random: _, ...rest }) => rest);
    expect(state[0]).toMatchObject({ count: 0, left: null, helper: 'first', leads: true, name: 'my_parser' });
    expect(state[1]).toEqual(state[0]);
    expect(state[2]).toEqual(state[0]);
    expect(new Set(rows.map(({ random }) => random)).size).toBe(3);
  });

  test('hides no module of the parser behind one that it has loaded itself', async () => {
    await using place = createWarmPlace();
    const source = `import selectors, colorsys\ndef parse(path):\n    return [{'mine': selectors.MINE + colorsys.MINE}]\n`;
    const parser = await place.parser(source, { 'selectors.py': 'MINE = 1\n', 'colorsys.py': 'MINE = 2\n' });
    const { rows } = await place.run(parser, { imports: ['colorsys'] });
    expect(rows).toMatchObject([{ mine: 3 }]);
  });

  test('shows a parser the environment it is given, and no other', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`import os\ndef parse(path):\n    return [{'names': sorted(os.environ)}]\n`);
    const { rows } = await place.run(parser, { env: { ...place.env, TZ: 'UTC' } });
    const names = ['PATH', 'TSX_DISABLE_CACHE', 'TZ', 'WARM_TEST_MARK'];
    expect((rows[0]?.['names'] as string[]).filter((name) => name !== 'LC_CTYPE')).toEqual(names);
  });

  test('passes on all that a parser prints, in order', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`
import os, sys
def parse(path):
    for number in range(50_000):
        print(f'{number:099d}')
    os.write(1, b'unbuffered\\n')
    print('to stderr', file=sys.stderr)
    return [{'a': 1}]
`);
    const { stdout, stderr, failure } = await place.run(parser);
    expect(failure).toBeNull();
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(50_002);
    expect(lines.slice(0, 50_000).every((line, index) => Number(line) === index)).toBe(true);
    expect([lines[50_000], stderr]).toEqual(['unbuffered', 'to stderr\n']);
  });

  test('serves 200 files, eight at a time', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`def parse(path):\n    return [{'path': path}]\n`);
    const inputs = Array.from({ length: 200 }, (_, index) => join(place.folder, `${index}.txt`));
    const seen: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let path = inputs.pop(); path !== undefined; path = inputs.pop()) {
        const { rows, failure } = await place.run(parser, { input: { name: 'x', path, bytes: undefined } });
        expect(failure).toBeNull();
        seen.push(rows[0]?.['path']);
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(new Set(seen).size).toBe(200);
    expect(place.servers()).toHaveLength(1);
  });

  test('ends what a parser leaves running', async () => {
    await using place = createWarmPlace();
    const parser = await place.parser(`
import os, subprocess
def parse(path):
    subprocess.Popen(['sleep', '60'])
    if os.fork() == 0:
        os._exit(7)
    return [{'a': 1}]
`);
    expect((await place.run(parser)).failure).toBeNull();
    expect(place.forks()).toEqual([]);
  });

  test('lets go of a daemon that keeps the output of its parser', async () => {
    await using place = createWarmPlace({ idleMs: 10 });
    const parser = await place.parser(`
import subprocess
def parse(path):
    subprocess.Popen(['sh', '-c', 'echo began; sleep 60'], start_new_session=True).pid
    return [{'a': 1}]
`);
    expect((await place.run(parser)).failure).toBeNull();
    // Not busy any more, so it is idle, and ends.
    await waitUntil(() => place.servers().length === 0, { for: 'the server to end', intervalMs: 5 });
    place.forks().forEach((pid) => process.kill(pid, 'SIGKILL'));
  });

  test('runs what a parser wants done at its exit', async () => {
    await using place = createWarmPlace();
    const source = `import atexit\ndef parse(path):\n    atexit.register(print, 'goodbye')\n    return [{'a': 1}]\n`;
    expect((await place.run(await place.parser(source))).stdout).toBe('goodbye\n');
  });
});

describe('a fresh process is started instead', () => {
  const parentOf = async (place: ReturnType<typeof createWarmPlace>, options: Parameters<typeof place.run>[1]) => {
    const { rows, failure } = await place.run(await place.parser(WHO_STARTED_IT), options);
    expect(failure).toBeNull();
    return rows[0]?.['parent'];
  };

  test('when a module has left threads running', async () => {
    await using place = createWarmPlace();
    writeFileSync(
      join(place.folder, 'threader.py'),
      'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n',
    );
    const env = { ...place.env, PYTHONPATH: place.folder };
    expect(await parentOf(place, { env, imports: ['threader'] })).toBe(process.pid);
    expect(place.servers()).toEqual([]);
  });

  test('when the warm one ends before it can fork', async () => {
    await using place = createWarmPlace();
    writeFileSync(join(place.folder, 'leaver.py'), 'import os\nos._exit(3)\n');
    const env = { ...place.env, PYTHONPATH: place.folder };
    expect(await parentOf(place, { env, imports: ['leaver'] })).toBe(process.pid);
  });

  test('when more environments are in use than Pythons are kept', async () => {
    await using place = createWarmPlace({ maxServers: 1 });
    const [first, second] = await Promise.all([
      parentOf(place, { env: { ...place.env, A: '1' } }),
      parentOf(place, { env: { ...place.env, A: '2' } }),
    ]);
    expect([first, second].filter((parent) => parent === process.pid)).toHaveLength(
      process.platform === 'linux' ? 1 : 2,
    );
  });

  test('and a missing interpreter is said to be missing', async () => {
    await using place = createWarmPlace();
    const { failure } = await place.run(await place.parser(WHO_STARTED_IT), { python: '/no/such/python' });
    expect(failure?.code).toBe('INTERPRETER_NOT_FOUND');
  });
});

test.runIf(process.platform === 'linux')(
  'a module that cannot be imported ahead is no reason not to fork',
  async () => {
    await using place = createWarmPlace();
    const { failure } = await place.run(await place.parser(WHO_STARTED_IT), {
      imports: ['no_such_module', 'colorsys'],
    });
    expect(failure).toBeNull();
    expect(place.servers()).toHaveLength(1);
  },
);

test.runIf(process.platform === 'linux')('a Python that nobody uses is ended after a while', async () => {
  await using place = createWarmPlace({ idleMs: 10 });
  await place.run(await place.parser(WHO_STARTED_IT));
  await place.nothingIsLeft();
});
