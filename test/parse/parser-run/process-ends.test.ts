import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { createPlace, type Place, processesWith, told } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

const MIB = 2 ** 20;

describe('a parser that ends its own process', () => {
  test.each([0, 3])('with os._exit(%d) has not completed', async (exitCode) => {
    const report = await place.run(`import os\n\ndef parse(path):\n    yield [{'a': 1}]\n    os._exit(${exitCode})\n`);
    expect(told(report)).toMatchObject({ code: 'PARSER_EXITED' });
    expect(told(report).text).toContain(`exit code ${exitCode}`);
    await place.expectNothingLeftBut();
  });

  test('with sys.exit() has not completed', async () => {
    const report = await place.run(`import sys\n\ndef parse(path):\n    yield [{'a': 1}]\n    sys.exit(0)\n`);
    expect(report).toMatchObject({ status: 'failed', outputs: [] });
    expect(told(report).text).toContain('SystemExit');
    await place.expectNothingLeftBut();
  });

  test.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'])('by %s is told by which signal', async (signal) => {
    const report = await place.run(
      `import os, signal\n\ndef parse(path):\n    yield [{'a': 1}]\n    os.kill(os.getpid(), signal.${signal})\n    signal.pause()\n`,
    );
    expect(told(report)).toMatchObject({ code: 'PARSER_KILLED' });
    expect(told(report).text).toContain(signal);
    await place.expectNothingLeftBut();
  });

  test('before it is loaded has not completed', async () => {
    const report = await place.run(`import os\nos._exit(0)\n`);
    expect(told(report)).toMatchObject({ code: 'PARSER_EXITED' });
    await place.expectNothingLeftBut();
  });
});

describe('a time limit', () => {
  test('ends a parser that takes longer', async () => {
    const report = await place.run(`import time\n\ndef parse(path):\n    yield [{'a': 1}]\n    time.sleep(60)\n`, {
      timeoutMs: 700,
    });
    expect(told(report)).toMatchObject({ code: 'PARSER_TIMEOUT' });
    expect(told(report).text).toContain('0.7 s');
    await place.expectNothingLeftBut();
  });

  test('ends one that catches everything', async () => {
    const report = await place.run(
      `import time\n\ndef parse(path):\n    while True:\n        try:\n            time.sleep(60)\n        except BaseException:\n            pass\n`,
      { timeoutMs: 500 },
    );
    expect(told(report)).toMatchObject({ code: 'PARSER_TIMEOUT' });
    await place.expectNothingLeftBut();
  });

  test('leaves a parser alone that is in time', async () => {
    const report = await place.run(`def parse(path):\n    return [{'a': 1}]\n`, { timeoutMs: 20_000 });
    expect(report.status).toBe('completed');
    await place.expectNothingLeftBut('parser.jsonl');
  });
});

test('a parser that ignores SIGTERM, and its deaf children, are killed after the grace', async () => {
  const stop = new AbortController();
  const run = place.run(
    `import os, signal\n\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n\ndef parse(path):\n    os.fork()\n    os.fork()\n    while True:\n        signal.pause()\n    yield\n`,
    { signal: stop.signal },
  );
  await waitUntil(() => processesWith(place.mark).length === 4, {
    for: 'the parser and its children',
    intervalMs: 20,
  });
  stop.abort();
  expect(told(await run)).toMatchObject({ code: 'INTERRUPTED' });
  await place.expectNothingLeftBut();
});

describe('children that a parser forks', () => {
  test('and that outlive it are gone when the run is', async () => {
    const report = await place.run(
      `import os, signal\n\ndef parse(path):\n    if os.fork() == 0:\n        while True:\n            signal.pause()\n    return [{'a': 1}]\n`,
    );
    expect(report).toMatchObject({ status: 'completed', rowsIn: 1 });
    await place.expectNothingLeftBut('parser.jsonl');
  });

  test('and that return from parse themselves send no rows', async () => {
    const report = await place.run(
      `import os\n\ndef parse(path):\n    child = os.fork()\n    if child:\n        os.waitpid(child, 0)\n    return [{'a': 1}]\n`,
    );
    expect(report).toMatchObject({ status: 'completed', rowsIn: 1 });
    await place.expectNothingLeftBut('parser.jsonl');
  });

  test('in a pool work for it', async () => {
    const report = await place.run(
      `from multiprocessing import get_context\n\ndef square(n):\n    return {'n': n * n}\n\ndef parse(path):\n    with get_context('fork').Pool(2) as pool:\n        return pool.map(square, range(100))\n`,
    );
    expect(told(report).text).toBe('');
    expect(report).toMatchObject({ status: 'completed', rowsIn: 100 });
    await place.expectNothingLeftBut('parser.jsonl');
  });
});

describe('a memory limit', () => {
  test('ends a parser that allocates without end', async () => {
    const report = await place.run(
      `def parse(path):\n    hoard = []\n    while True:\n        hoard.append(bytearray(4_000_000))\n`,
      { memoryLimitBytes: 200 * MIB },
    );
    expect(told(report)).toMatchObject({ code: 'PARSER_OUT_OF_MEMORY' });
    expect(told(report).text).toContain('Yield batches');
    await place.expectNothingLeftBut();
  });

  test('ends one that swallows its MemoryError', async () => {
    const report = await place.run(
      `def parse(path):\n    hoard = []\n    while True:\n        try:\n            hoard.append(bytearray(4_000_000))\n        except MemoryError:\n            raise ValueError('out of luck') from None\n`,
      { memoryLimitBytes: 200 * MIB },
    );
    expect(report.status).toBe('failed');
    await place.expectNothingLeftBut();
  });

  test('counts the children of the parser', async () => {
    const report = await place.run(
      `import os, signal\n\ndef parse(path):\n    for _ in range(4):\n        if os.fork() == 0:\n            hoard = bytearray(b'x') * 80_000_000\n            while True:\n                signal.pause()\n    while True:\n        signal.pause()\n`,
      { memoryLimitBytes: 200 * MIB },
    );
    expect(told(report)).toMatchObject({ code: 'PARSER_OUT_OF_MEMORY' });
    await place.expectNothingLeftBut();
  });

  test('leaves a parser alone that stays below', async () => {
    const report = await place.run(
      `def parse(path):\n    hoard = bytearray(50_000_000)\n    return [{'a': len(hoard)}]\n`,
      { memoryLimitBytes: 400 * MIB },
    );
    expect(report.status).toBe('completed');
    await place.expectNothingLeftBut('parser.jsonl');
  });
});

test('a thread that goes on after parse has returned does not keep the run', async () => {
  const report = await place.run(
    `import threading, time\n\ndef parse(path):\n    threading.Thread(target=time.sleep, args=(600,)).start()\n    return [{'a': 1}]\n`,
  );
  expect(report.status).toBe('completed');
  await place.expectNothingLeftBut('parser.jsonl');
});
