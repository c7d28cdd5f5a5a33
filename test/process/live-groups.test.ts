import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { bundled } from '../services/bundled.js';
import { waitUntil } from '../services/wait-until.js';
import { allGone, fixturePath, isRunning, printedPids, program } from './programs.js';

interface HostOptions {
  argv: string[];
  /** How many programs print their numbers before the test goes on. */
  ready: number;
  graceMs?: number;
  inCharge?: boolean;
}

interface Host {
  child: ChildProcess;
  /** Of the programs it runs, not its own. */
  pids: number[];
  hear: (word: string) => Promise<void>;
}

const hosts: Host[] = [];

afterAll(() => {
  for (const { child, pids } of hosts) {
    child.kill('SIGKILL');
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  }
});

/** Starts a process of ours that runs the program. */
async function startHost({ argv, ready, graceMs = 300, inCharge = false }: HostOptions): Promise<Host> {
  const stance = inCharge ? 'in-charge' : 'not-in-charge';
  const args = [await bundled(fixturePath('host.ts')), stance, String(graceMs), ...argv];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const hear = async (word: string) => {
    await waitUntil(() => heard.includes(word), { for: `'${word}'`, intervalMs: 5 });
  };
  const host: Host = { child, pids: [], hear };
  hosts.push(host);
  host.pids = await printedPids(() => heard, ready);
  return host;
}

const twoGenerations = program('forks-grandchild.mjs', 'ignores-sigterm.mjs');

describe.concurrent('a host that dies', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('of %s takes its groups with it', async (signal) => {
    const { child, pids } = await startHost({ argv: twoGenerations, ready: 2 });
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    await allGone(pids);
  });

  test('gives them their grace first', async () => {
    const { child, hear } = await startHost({ argv: program('cleans-up-slowly.mjs'), ready: 1, graceMs: 20_000 });
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
    await hear('cleaned up');
  });

  test('of a second signal gives them none', async () => {
    const argv = program('ignores-sigterm.mjs');
    const { child, pids, hear } = await startHost({ argv, ready: 1, graceMs: 600_000 });
    child.kill('SIGTERM');
    await hear('ignored');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    await allGone(pids);
  });

  test.each([
    ['exit', 7],
    ['throw', 1],
  ])('by its own %s takes its groups with it', async (order, exitCode) => {
    const { child, pids } = await startHost({ argv: twoGenerations, ready: 2 });
    child.stdin!.write(order);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    await allGone(pids);
  });
});

test('a host that listens for the signal itself decides what becomes of its programs', async () => {
  const { child, pids, hear } = await startHost({ argv: program('forever.mjs'), ready: 1, inCharge: true });
  child.kill('SIGTERM');
  await hear('heard');
  expect(pids.every(isRunning)).toBe(true);
  child.stdin!.write('exit');
  expect(await once(child, 'exit')).toEqual([7, null]);
  await allGone(pids);
});
