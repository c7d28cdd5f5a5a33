import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, type Frame } from './frames.js';
import { runShim, startShim, type StartedShim } from './shim-host.js';

const python = pythonWith('bare');
const withPandas = pythonWith('pandas-3');

const firstRow = (frames: readonly Frame[]) => batchesOf(frames)[0]!.rows[0];

describe.skipIf(python === undefined)('the process of a Python parser', () => {
  it('ends with its children when the host closes the socket', async () => {
    await using shim = await startShim({
      python: python!,
      parser: `
import subprocess, sys, time
def parse(path):
    subprocess.Popen([sys.executable, '-c', 'print("child", flush=True); import time; time.sleep(600)'])
    time.sleep(600)
`,
    });
    await printed(shim, /child\n/);
    shim.socket.destroy();
    // The child holds the parser's stdout, so this ends only when both of them have.
    await expect(shim.finished).resolves.toMatchObject({ signal: 'SIGKILL' });
  });

  it('ends when the host goes away in the middle of the data', async () => {
    await using shim = await startShim({
      python: python!,
      parser: `
def parse(path):
    try:
        while True:
            yield {'a': 'x' * 100_000}
    except Exception:
        print('swallowed')
`,
    });
    await once(shim.socket, 'data');
    shim.socket.destroy();
    const { stdout, stderr, signal } = await shim.finished;
    expect({ stdout, stderr, signal }).toEqual({ stdout: '', stderr: '', signal: 'SIGKILL' });
  });

  it('shows prints at once, although nobody is at a terminal', async () => {
    await using shim = await startShim({
      python: python!,
      parser: "import sys\ndef parse(path):\n    print('now')\n    sys.stdin.readline()\n    return []\n",
    });
    await printed(shim, /now\n/);
    shim.child.stdin!.end('go on\n');
    await expect(shim.finished).resolves.toMatchObject({ exitCode: 0, stdout: 'now\n', stderr: '' });
  });

  it('lets a debugger have its stdin and stdout', async () => {
    await using shim = await startShim({
      python: python!,
      parser: "def parse(path):\n    secret = 6 * 7\n    breakpoint()\n    return [{'secret': secret}]\n",
    });
    shim.child.stdin!.end('p secret\nsecret = 1\ncontinue\n');
    const { frames, stdout, exitCode } = await shim.finished;
    expect(stdout).toMatch(/my_parser\.py\(\d\)parse\(\)[\s\S]*42/);
    expect(firstRow(frames)).toEqual({ secret: 1 });
    expect(exitCode).toBe(0);
  });

  it('ends quietly on Ctrl-C', async () => {
    await using shim = await startShim({
      python: python!,
      // Short sleeps: Python does not notice a signal that arrives just before a long one begins (1 in 200, measured).
      parser: "import time\ndef parse(path):\n    print('started')\n    while True: time.sleep(0.01)\n",
    });
    await printed(shim, /started\n/);
    shim.child.kill('SIGINT');
    const { frames, exitCode, stderr } = await shim.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: '' });
    expect(frames.map((frame) => frame.kind)).toEqual(['data']);
  });

  it.each(['fork', 'spawn'])('may use processes of its own, started by %s', async (method) => {
    const { frames, stderr, exitCode } = await runShim({
      python: python!,
      parser: `
import multiprocessing
def double(number):
    return number * 2
def parse(path):
    with multiprocessing.get_context('${method}').Pool(2) as pool:
        return [{'n': number} for number in pool.map(double, range(4))]
`,
    });
    expect(stderr).toBe('');
    expect(batchesOf(frames)[0]?.rows).toEqual([{ n: 0 }, { n: 2 }, { n: 4 }, { n: 6 }]);
    expect(exitCode).toBe(0);
  });

  it('keeps the socket to itself: a forked child neither holds it nor speaks on it', async () => {
    const { frames, stderr, exitCode } = await runShim({
      python: python!,
      parser: `
import os
class Parser:
    def parse(self, ctx):
        sockets = sum(os.path.exists(f'/proc/self/fd/{fd}') and os.readlink(f'/proc/self/fd/{fd}').startswith('socket:') for fd in range(3, 20))
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            ctx.log('from the child')
            held = sum(os.path.exists(f'/proc/self/fd/{fd}') and os.readlink(f'/proc/self/fd/{fd}').startswith('socket:') for fd in range(3, 20))
            os.write(writer, bytes([held]))
            return [{'from': 'child'}]
        held = os.read(reader, 1)[0]
        _, status = os.waitpid(child, 0)
        return [{'from': 'parent', 'dropped': sockets - held, 'status': status}]
`,
    });
    expect(frames.map((frame) => frame.kind)).toEqual(['data', 'data', 'end']);
    expect(firstRow(frames)).toEqual({ from: 'parent', dropped: 1, status: 0 });
    expect(stderr).toBe('from the child\n');
    expect(exitCode).toBe(0);
  });

  it('sends whole frames, whichever threads it logs from', async () => {
    const { frames } = await runShim({
      python: python!,
      parser: `
import threading
class Parser:
    def parse(self, ctx):
        def talk(name):
            for number in range(200):
                ctx.log(f'{name} {number} ' + 'x' * 1000, level='debug')
        threads = [threading.Thread(target=talk, args=(name,)) for name in 'abc']
        for thread in threads: thread.start()
        for number in range(20):
            yield [{'n': number, 'text': 'y' * 1_000_000}]
        for thread in threads: thread.join()
`,
    });
    expect(frames.filter((frame) => frame.kind === 'log' && frame.level === 2)).toHaveLength(600);
    expect(batchesOf(frames).flatMap((batch) => batch.rows.map((row) => row['n']))).toEqual([...Array(20).keys()]);
  });

  it('refuses a level of log that does not exist, and cuts a text that is too long', async () => {
    const { frames } = await runShim({
      python: python!,
      parser:
        "class Parser:\n    def parse(self, ctx):\n        ctx.log('ü' * 2_000_000)\n        ctx.log('x', level='loud')\n",
    });
    const log = frames.find((frame) => frame.kind === 'log')!;
    expect(Buffer.byteLength(log.text)).toBe(1024 * 1024);
    expect(errorOf(frames)['message']).toBe("level must be one of debug, info, warning, error, not 'loud'");
  });

  it('runs into its memory limit with a MemoryError that names the line', async () => {
    const { frames, exitCode } = await runShim({
      python: python!,
      moreArguments: ['--memory-bytes', String(128 * 1024 * 1024)],
      parser: 'def parse(path):\n    hoard = []\n    while True:\n        hoard.append(bytearray(10_000_000))\n',
    });
    expect(errorOf(frames)).toMatchObject({ kind: 'out_of_memory', line: 4 });
    expect(exitCode).toBe(1);
  });

  it.skipIf(withPandas === undefined)(
    'has room for pyarrow, its threads and pandas within a limit of 512 MiB',
    async () => {
      const { frames, exitCode } = await runShim({
        python: withPandas!,
        moreArguments: ['--memory-bytes', String(512 * 1024 * 1024)],
        parser: `
import pandas as pd, pyarrow.csv
def parse(path):
    yield pyarrow.csv.read_csv(path)
    yield pd.read_csv(path)
    yield 'too much', pd.DataFrame({'a': range(100_000_000)}).astype('float64')
`,
      });
      expect(batchesOf(frames).map((batch) => batch.rows)).toEqual([[{ a: 1n, b: 2n }], [{ a: 1n, b: 2n }]]);
      expect(errorOf(frames)).toMatchObject({ kind: 'out_of_memory', line: 6 });
      expect(exitCode).toBe(1);
    },
  );
});

/** Waits for what the parser prints; the test's own limit bounds it. */
async function printed(shim: StartedShim, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const [chunk] of on(shim)) {
    text += chunk.toString('utf8');
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  throw new Error(`the parser ended without printing ${pattern}: ${text}`);
}

async function* on(shim: StartedShim): AsyncGenerator<[Buffer]> {
  while (true) yield (await once(shim.child.stdout!, 'data')) as [Buffer];
}
