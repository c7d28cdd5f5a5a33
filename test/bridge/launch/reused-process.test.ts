import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { probeSandbox } from '../../../src/bridge/launch/probe-sandbox.js';
import { BARE_PYTHON } from '../../parse/place.js';
import { createWarmPlace, type WarmRunOptions } from './warm-place.js';

const place = createWarmPlace();
afterAll(() => place[Symbol.asyncDispose]());

/** Runs a parser on as many files, one after the other. Returns the rows of each, and what was logged. */
async function runTimes(times: number, source: string, options: WarmRunOptions = { reuseFor: 'default' }) {
  const parser = await place.parser(source);
  const logged: string[] = [];
  const rows: Record<string, unknown>[] = [];
  for (let time = 0; time < times; time += 1) {
    const run = await place.run(parser, { onLog: (level, text) => logged.push(`${level}: ${text}`), ...options });
    expect(run.failure).toBeNull();
    rows.push({ ...run.rows[0], printed: run.stdout });
  }
  return { rows, processes: new Set(rows.map(({ pid }) => pid)).size, logged };
}

const body = (line: string): string => `
import os, sys, threading, tempfile

calls = 0
seen = []

class Parser:
    name = 'again'
    version = '1'
    reuse = True
    def __init__(self):
        self.count = 0
    def parse(self, ctx):
        global calls
        ${line}
        print('for', ctx.job_id)
        return [{'pid': os.getpid(), 'argument': sys.argv[1]}]
`;

test('one process parses all files of a parser that declares it, with the output of each', async () => {
  const { rows, processes, logged } = await runTimes(4, body('pass'));
  expect(processes).toBe(1);
  expect(rows.map(({ printed }) => printed)).toEqual(Array(4).fill('for job-1\n'));
  expect(logged).toEqual([]);
});

test.each([
  ['calls += 1', 'the global variable calls of my_parser was changed'],
  ['seen.append(1)', 'the global variable seen of my_parser was changed'],
  ['self.count += 1', 'an attribute of the Parser was changed'],
  ["os.environ['LEFT'] = '1'", 'the environment was changed'],
  ["os.chdir('/')", 'the working directory was changed'],
  ['self.__class__.kept = open(ctx.input_path)', 'input.csv was left open'],
  ['threading.Thread(target=threading.Event().wait, daemon=True).start()', 'a thread was left running'],
  ["os.dup2(os.open('/dev/null', os.O_WRONLY), 1)", 'the standard output was changed'],
  // The shell that started it has ended.
  ["os.system('sleep 100 > /dev/null 2>&1 &')", 'a process was left running'],
])('a process that is not as before gets no further file: %s', async (line, change) => {
  const { processes, logged } = await runTimes(2, body(line));
  expect(processes).toBe(2);
  expect(logged.join('\n')).toContain(change);
});

test('what one file prints, however much, is not taken for output of another', async () => {
  const { rows, processes } = await runTimes(3, body("print(ctx.job_id * 50_000, end='', flush=True)"));
  expect(processes).toBe(1);
  for (const { printed } of rows)
    expect((printed as string).length).toBe(50_000 * 'job-1'.length + 'for job-1\n'.length);
});

test('a process that is killed while it waits for a file is replaced', async () => {
  const parser = await place.parser(body('pass'));
  const pids: number[] = [];
  for (let file = 0; file < 3; file += 1) {
    const run = await place.run(parser, { reuseFor: 'default' });
    expect(run.failure).toBeNull();
    pids.push(Number(run.rows[0]?.['pid']));
    if (file === 0) await killed(pids[0] ?? 0);
  }
  expect(pids[1]).not.toBe(pids[0]);
  expect(pids[2]).toBe(pids[1]);
});

test.each(["b'garbage'", "b'5'", 'b\'{"done": "x"}\''])(
  'a process that sends the server %s does not disturb other files of its parser',
  async (message) => {
    const folder = mkdtempSync('/tmp/reused-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const sent = join(folder, 'sent');
    const source = `
import os, socket, time

def channel():
    for number in range(3, 64):
        try:
            found = socket.socket(fileno=os.dup(number))
        except OSError:
            continue
        if found.type == socket.SOCK_SEQPACKET:
            return found

class Parser:
    name = 'again'
    version = '1'
    reuse = True
    def parse(self, ctx):
        if ctx.job_id == 'hostile':
            channel().send(${message})
            open('${sent}', 'w').close()
        while ctx.job_id == 'slow' and not os.path.exists('${sent}'):
            time.sleep(0.01)
        return [{'pid': os.getpid()}]
`;
    const parser = await place.parser(source);
    const ofJob = (jobId: string) => place.run(parser, { reuseFor: 'default', jobId });
    const [slow] = await Promise.all([ofJob('slow'), ofJob('hostile')]);
    expect(slow.failure).toBeNull();
    expect((await ofJob('later')).failure).toBeNull();
  },
);

test('a module of the parser that was imported for an earlier file is compared, too', async () => {
  const helper = 'count = 0\ndef add():\n    global count\n    count += 1\n';
  const parser = await place.parser(body('import helper; helper.add()'), { 'helper.py': helper });
  const logged: string[] = [];
  const pids = [];
  for (let file = 0; file < 3; file += 1) {
    const run = await place.run(parser, { reuseFor: 'default', onLog: (_, text) => logged.push(text) });
    pids.push(run.rows[0]?.['pid']);
  }
  // The first file imports it, so there is nothing to compare it with.
  expect(pids[1]).toBe(pids[0]);
  expect(pids[2]).not.toBe(pids[1]);
  expect(logged).toEqual([expect.stringContaining('the global variable count of helper was changed') as string]);
});

test('files of others, and parsers that fail, get another process', async () => {
  const parser = await place.parser(body("if ctx.job_id == 'bad': raise ValueError('bad')"));
  const pidOf = async (options: WarmRunOptions): Promise<unknown> =>
    (await place.run(parser, { reuseFor: 'a', ...options })).rows[0]?.['pid'];
  const first = await pidOf({});
  expect(await pidOf({ reuseFor: 'b' })).not.toBe(first);
  expect(await pidOf({})).toBe(first);
  expect((await place.run(parser, { reuseFor: 'a', jobId: 'bad' })).failure?.code).toBe('PARSER_EXCEPTION');
  expect(await pidOf({})).not.toBe(first);
  expect(await pidOf({ reuseFor: undefined })).not.toBe(await pidOf({ reuseFor: undefined }));
});

/** Ends a process, and waits until its parent knows. */
async function killed(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5_000 });
}

const SANDBOX = { read: [], hasNetwork: false, isRequired: false, python: undefined, onIncomplete: () => undefined };

test.runIf(process.platform === 'linux')('in the sandbox, it sees one file at a time', async () => {
  // Not in the folder of the tests, which is in /dev/shm: that of a sandbox is shared.
  const folder = mkdtempSync('/tmp/reused-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inputs = ['first.csv', 'second.csv', 'third.csv'].map((name) => join(folder, name));
  for (const path of inputs) writeFileSync(path, `a\n${path}\n`);
  const source = `
import os, tempfile
class Parser:
    name = 'again'
    version = '1'
    reuse = True
    def parse(self, ctx):
        with tempfile.NamedTemporaryFile('w') as file: file.write('x')
        seen = [name for name in ('first.csv', 'second.csv', 'third.csv') if os.path.exists(f'${folder}/{name}')]
        return [{'pid': os.getpid(), 'text': open(ctx.input_path).read(), 'seen': ' '.join(seen), 'home': os.environ['HOME']}]
`;
  const parser = await place.parser(source);
  const rows = [];
  for (const path of inputs) {
    const run = await place.run(parser, {
      ...{ reuseFor: 'default', sandbox: SANDBOX },
      input: { name: path, path, bytes: undefined },
    });
    expect(run.failure).toBeNull();
    rows.push(run.rows[0]);
  }
  expect(rows.map((row) => row?.['text'])).toEqual(inputs.map((path) => `a\n${path}\n`));
  expect(new Set(rows.map((row) => row?.['home'])).size).toBe(3);
  // Without a view, a process is confined to one file, and each file gets its own.
  const hasView = (await probeSandbox(BARE_PYTHON, place.env))?.view === true;
  expect(new Set(rows.map((row) => row?.['pid'])).size).toBe(hasView ? 1 : 3);
  if (hasView) expect(rows.map((row) => row?.['seen'])).toEqual(['first.csv', 'second.csv', 'third.csv']);
});
