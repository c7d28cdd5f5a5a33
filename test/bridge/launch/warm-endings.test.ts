import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../services/wait-until.js';
import { BARE_PYTHON, processesWith } from '../../parse/place.js';
import { createWarmPlace, type WarmPlace, type WarmRun } from './warm-place.js';

const FORK_SERVER = fileURLToPath(new URL('../../../src/bridge/shims/python/fork_server.py', import.meta.url));

/** Says that it runs, has a child of its own, and would stay for long. */
const STAYS = `
import subprocess, time
def parse(path):
    subprocess.Popen(['sleep', '60'])
    yield {'a': 1}
    print('runs')
    time.sleep(60)
`;

/** Starts the parser that stays, and does something once it runs. */
async function whileItRuns(place: WarmPlace, act: (stop: AbortController) => void): Promise<WarmRun> {
  const stop = new AbortController();
  let printed = false;
  const run = place.run(await place.parser(STAYS), { signal: stop.signal, stdout: () => (printed = true) });
  await waitUntil(() => printed, { for: 'the parser to run', intervalMs: 5 });
  act(stop);
  return run;
}

describe.runIf(process.platform === 'linux')('a parser forked from a warm Python', () => {
  test('is stopped with all it started when the run is aborted', async () => {
    await using place = createWarmPlace();
    const { failure } = await whileItRuns(place, (stop) => stop.abort());
    expect(failure?.code).toBe('INTERRUPTED');
    expect(place.forks()).toEqual([]);
  });

  test('is not waited for longer than its time', async () => {
    await using place = createWarmPlace();
    const { failure } = await place.run(await place.parser(STAYS), { timeoutMs: 200 });
    expect(failure?.code).toBe('PARSER_TIMEOUT');
    expect(place.forks()).toEqual([]);
  });

  test('is ended by its limits of CPU time and memory, as a fresh one is', async () => {
    await using place = createWarmPlace();
    const turns = await place.parser(`def parse(path):\n    while True: pass\n`);
    const fills = await place.parser(
      `def parse(path):\n    kept = bytearray(300_000_000)\n    return [{'a': len(kept)}]\n`,
    );
    const [cpu, freshCpu, memory] = await Promise.all([
      place.run(turns, { cpuSeconds: 1 }),
      place.runFresh(turns, { cpuSeconds: 1 }),
      place.run(fills, { memoryLimitBytes: 100_000_000 }),
    ]);
    expect([cpu.failure?.code, freshCpu.failure?.code]).toEqual(['PARSER_CPU_LIMIT', 'PARSER_CPU_LIMIT']);
    expect(memory.failure?.code).toBe('PARSER_OUT_OF_MEMORY');
  });

  test('fails alone when it is killed', async () => {
    await using place = createWarmPlace();
    const { failure } = await whileItRuns(place, () => place.forks().forEach((pid) => process.kill(pid, 'SIGKILL')));
    expect(failure?.code).toBe('PARSER_KILLED');
    expect((await place.run(await place.parser(`def parse(path):\n    return [{'a': 1}]\n`))).failure).toBeNull();
    expect(place.servers()).toHaveLength(1);
  });

  test('ends with the warm Python, which the next one replaces', async () => {
    await using place = createWarmPlace();
    const { failure, outputs } = await whileItRuns(place, () =>
      place.servers().forEach((pid) => process.kill(pid, 'SIGKILL')),
    );
    expect(failure).toMatchObject({ code: 'WARM_PYTHON_ENDED', retryable: true });
    expect(outputs).toEqual([]);
    await place.nothingIsLeft();
    expect((await place.run(await place.parser(`def parse(path):\n    return [{'a': 1}]\n`))).failure).toBeNull();
  });

  test('ends with the host, and so does the warm Python', async () => {
    await using place = createWarmPlace();
    const mark = { HOST_TEST_MARK: randomUUID() };
    const socketPath = join(place.folder, 'bridge');
    const bridge = createServer().listen(socketPath);
    const server = spawn(BARE_PYTHON, ['-B', FORK_SERVER], {
      env: { ...place.env, ...mark },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const control = server.stdio[3] as Duplex;
    const parser = await place.parser(STAYS);
    const told = ['--socket-path', socketPath, '--input-path', '/dev/null', '--job-id', '1', '--parser-path', parser];
    const python = ['-B', FORK_SERVER.replace('fork_server', 'warm_python')];
    control.write(`${JSON.stringify({ python, env: { ...place.env, ...mark }, sandbox: null })}\n`);
    control.write(`${JSON.stringify({ id: 1, arguments: told, cwd: '/', imports: [], sandbox: null })}\n`);
    let heard = '';
    control.on('data', (chunk) => (heard += String(chunk)));
    await waitUntil(() => heard.includes('"stream"'), { for: 'the parser to print', intervalMs: 5 });
    // The kernel shows the environment of a new program a little after its parent goes on.
    await waitUntil(() => processesWith(mark).length === 4, { for: 'all four processes', intervalMs: 5 });
    control.destroy();
    await waitUntil(() => processesWith(mark).length === 0, { for: 'all to end', intervalMs: 5 });
    bridge.close();
  });
});
