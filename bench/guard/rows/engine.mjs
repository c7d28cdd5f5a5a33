import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../engine/children/run-child.mjs';
import { sleep } from '../../shared/clock.mjs';
import { cases as taskCases } from '../../tasks/cases.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const IDLE = fileURLToPath(new URL('../programs/idle.mjs', import.meta.url));
const DRAINED = 10_000;
const SAMPLES = 80;
const LIMIT_MS = 180_000;
const SETTLED_MS = 5_000;
const IDLE_MS = 5_000;

/** These compare times, so they move with the load of the machine; their tolerances are wider. */
export const engineRows = [
  {
    name: 'drain-postgres',
    what: 'drain of the bare table ÷ of casparian, PostgreSQL',
    needs: 'postgres',
    tolerance: 1.5,
    measure: async (bench) => ({
      measured: 1 / (await drain(bench, 'casparian-pg')),
      base: 1 / (await drain(bench, 'raw-pg-batch-c4')),
    }),
  },
  {
    name: 'latency-postgres',
    what: 'median latency, casparian ÷ LISTEN and a bare claim, PostgreSQL',
    needs: 'postgres',
    tolerance: 1.6,
    measure: async (bench) => ({
      measured: await latency(bench, 'casparian-pg', true),
      base: await latency(bench, 'raw-pg-notify', true),
    }),
  },
  {
    name: 'latency-sqlite',
    what: 'median latency, across processes ÷ in process, SQLite',
    tolerance: 2,
    measure: async (bench) => ({
      measured: await latency(bench, 'casparian-sqlite', true),
      base: await latency(bench, 'casparian-sqlite', false),
    }),
  },
  { name: 'task', what: 'a program as a task ÷ spawn, SQLite', tolerance: 1.4, measure: task },
  { name: 'idle-memory', what: 'memory of an idle worker ÷ idle Node', tolerance: 1.15, measure: idleMemory },
  { name: 'idle-cpu', what: 'idle worker, milliseconds of CPU in a second', tolerance: 2.5, measure: idleCpu },
];

async function drain(bench, subject) {
  return (await inPlace(bench, { scenario: 'drain', subject, params: { jobs: DRAINED } })).rate;
}

async function latency(bench, subject, across) {
  const params = { jobs: SAMPLES, minGapMs: 5, maxGapMs: 30, across };
  return (await inPlace(bench, { scenario: 'idle-latency', subject, params })).p50;
}

async function inPlace({ places, signal }, { subject, ...order }) {
  const { discard, ...place } = await places.make(subject.includes('sqlite') ? 'sqlite' : 'pg');
  try {
    return await runChild({ node: process.execPath, order: { ...order, subject, place }, limitMs: LIMIT_MS, signal });
  } finally {
    await discard();
  }
}

async function task({ directory, signal }) {
  const bench = { runs: 300, concurrency: 4, directory, signal };
  const seconds = async (id) => secondsOf(await taskCases.find((one) => one.id === id).measure(bench));
  return { measured: await seconds('sqlite'), base: await seconds('spawn') };
}

function secondsOf({ seconds }) {
  return seconds;
}

async function idleMemory({ directory, signal }) {
  return {
    measured: await whileIdle(workerIn(directory), signal, residentKb),
    base: await whileIdle([IDLE], signal, residentKb),
  };
}

async function idleCpu({ directory, signal }) {
  const perSecond = await whileIdle(workerIn(directory), signal, async (pid) => {
    const before = cpuMs(pid);
    await sleep(IDLE_MS);
    return ((cpuMs(pid) - before) / IDLE_MS) * 1_000;
  });
  return { measured: perSecond, base: 1 };
}

function workerIn(directory) {
  return [MAIN, 'worker', '--home', mkdtempSync(join(directory, 'home-'))];
}

async function whileIdle(argv, signal, measure) {
  const child = spawn(process.execPath, argv, { stdio: 'ignore', signal });
  child.on('error', () => undefined);
  try {
    await sleep(SETTLED_MS);
    return await measure(child.pid);
  } finally {
    child.kill();
  }
}

function residentKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

/** The main thread does the work of an idle worker. */
function cpuMs(pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
